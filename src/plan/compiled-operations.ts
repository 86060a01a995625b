import {
  getOperationAST,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { noteUse, viewerOfToken } from '../auth/tokens.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Context } from '../context.ts';
import type { TokenLookup } from '../database/slot.ts';
import { AppError } from '../errors.ts';
import { declarationsOf } from '../pagination/declared-fields.ts';
import type { Source } from '../pagination/source.ts';
import { compilePlan, type Plan } from './compile-plan.ts';
import type { WireRow } from './levels.ts';
import { OperationRun } from './operation-run.ts';
import { Output } from './output.ts';
import { statementFor, tokenOf } from './plan-statement.ts';
import { Selections, type ResponseFormat } from './selections.ts';
import { NotPlanned } from './wire-values.ts';

/** Characters of the statements of all plans together. What else a plan holds grows with them. */
const PLANS_SIZE = 8 * 1024 * 1024;
/** Number of characters that a plan without a statement counts for. */
const EMPTY_PLAN_SIZE = 1000;

export interface CompiledOperationsOptions {
  schema: GraphQLSchema;
  /** The source of the nodes with an id; undefined where their types differ. */
  nodeSourceOf: (id: string) => Source<object> | undefined;
}

/** An operation that may be planned. */
export interface PlannableOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  /** The variables, coerced. */
  readonly variables: Record<string, unknown>;
  /** Format of the response, the same for all operations of a document. */
  readonly format: ResponseFormat;
}

/** The response of a planned operation, in its format. */
export interface PlannedResponse {
  readonly json: string;
  /** The step from the root whose value is missing, in formats that show one value only. */
  readonly missingStep: number | undefined;
  /** JSON of a value that the format returns beside the response. */
  readonly beside: string | undefined;
}

/** A sender of a token that is not verified yet. */
export interface TokenHolder extends Pick<Context, 'baseUrl' | 'db' | 'log' | 'pageSizeMax'> {
  readonly token: TokenLookup;
  /** The context of the request, for its viewer. */
  contextOf(viewer: Viewer): Context;
}

/** A plan with the selections that it was made of. */
interface SelectedPlan {
  readonly plan: Plan;
  readonly selections: Selections;
  /** Whether a run of it failed for what executions report, so that the next one may, too. */
  isFragile: boolean;
}

/** A plan, or null where nothing of an operation is declared. */
interface Planned {
  readonly selected: SelectedPlan | null;
}

interface PlannedDocument {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** The variables whose values a plan does not depend on. */
  readonly free: ReadonlySet<string>;
  /** Variables with ids of nodes; the plan depends on their kinds. */
  readonly nodeIds: ReadonlySet<string>;
  /** Tells its plans from those of others. */
  readonly key: number;
}

/**
 * Runs the read operations whose fields declare what they are: planned once for a document, read by
 * one statement, written without an object in between.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema;
  readonly #nodeSourceOf: CompiledOperationsOptions['nodeSourceOf'];
  readonly #documents = new WeakMap<DocumentNode, Map<string, PlannedDocument | null>>();
  #lastKey = 0;
  readonly #plans = new LRUCache<string, Planned>({
    maxSize: PLANS_SIZE,
    sizeCalculation: ({ selected }) => EMPTY_PLAN_SIZE + (selected?.plan.size ?? 0),
  });

  constructor({ schema, nodeSourceOf }: CompiledOperationsOptions) {
    this.#schema = schema;
    this.#nodeSourceOf = nodeSourceOf;
  }

  /**
   * Returns the response of an operation. Undefined where it has to be executed: nothing of
   * it is declared, or something of it fails, which the execution reports.
   *
   * For the holder of a token, this takes a plan that was made for a viewer, and a valid token.
   */
  async run(
    request: PlannableOperation,
    sender: Context | TokenHolder,
  ): Promise<PlannedResponse | undefined> {
    const document = this.#document(request.document, request.operationName);
    if (!document) return undefined;
    let selected: SelectedPlan | null | undefined;
    try {
      if ('token' in sender) {
        selected = this.#known(document, request, sender)?.selected;
        if (!selected || selected.isFragile) return undefined;
        return await this.#runForToken(document, request, selected, sender);
      }
      if (!sender.hasViewer) return undefined;
      selected = this.#planned(document, request, sender).selected;
      if (!selected) return undefined;
      return await this.#runForViewer(document, request, selected, sender);
    } catch (error) {
      if (error instanceof NotPlanned && selected) selected.isFragile = true;
      if (!(error instanceof NotPlanned || error instanceof AppError)) {
        sender.log.warn({ err: error }, 'a planned operation failed and is executed');
      }
      return undefined;
    }
  }

  async #runForToken(
    document: PlannedDocument,
    request: PlannableOperation,
    selected: SelectedPlan,
    holder: TokenHolder,
  ): Promise<PlannedResponse | undefined> {
    const { plan } = selected;
    const { db, token } = holder;
    const statement = plan.statement(
      plan.callsResolvers ? 'by token, with memberships' : 'by token',
    );
    const { variables } = request;
    const rows = await db.queryTexts(statementFor(statement, { token, variables }));
    const valid = tokenOf(rows);
    if (!valid) return undefined;
    await noteUse(db, valid.token, token.now);
    const viewer = viewerOfToken(valid.token, valid.memberships);
    const context = plan.callsResolvers ? holder.contextOf(viewer) : {};
    const { baseUrl } = holder;
    return this.#write(document, request, selected, { context, baseUrl, rows: rows.slice(1) });
  }

  async #runForViewer(
    document: PlannedDocument,
    request: PlannableOperation,
    selected: SelectedPlan,
    context: Context,
  ): Promise<PlannedResponse> {
    const values = { viewerId: context.viewer.id, variables: request.variables };
    const statement = statementFor(selected.plan.statement('by id'), values);
    const rows = await context.db.queryTexts(statement);
    // What is counted into the response by its context counts anew when it is executed.
    const own = Object.create(context) as Context;
    const { baseUrl } = context;
    return this.#write(document, request, selected, { context: own, baseUrl, rows });
  }

  async #write(
    { operation, fragments }: PlannedDocument,
    { variables }: PlannableOperation,
    { plan, selections }: SelectedPlan,
    { rows, ...sender }: { context: object; baseUrl: string; rows: readonly WireRow[] },
  ): Promise<PlannedResponse> {
    const info = { schema: this.#schema, fragments, operation };
    const run = new OperationRun({
      ...sender,
      variables,
      selections,
      info: { ...info, rootValue: undefined, variableValues: variables },
    });
    run.addRows(rows);
    const out = new Output();
    plan.write(out, run);
    run.done();
    await run.finished;
    const { missingStep } = run;
    const json = missingStep === undefined ? out.toString() : '';
    return { json, missingStep, beside: run.valueBeside() };
  }

  #known(
    document: PlannedDocument,
    { variables }: PlannableOperation,
    { pageSizeMax }: Pick<Context, 'pageSizeMax'>,
  ): Planned | undefined {
    return this.#plans.get(this.#planKey(document, variables, pageSizeMax));
  }

  #planned(
    document: PlannedDocument,
    request: PlannableOperation,
    { pageSizeMax }: Pick<Context, 'pageSizeMax'>,
  ): Planned {
    const known = this.#known(document, request, { pageSizeMax });
    if (known) return known;
    const { variables, format } = request;
    const schema = this.#schema;
    const root = schema.getQueryType();
    const selections = new Selections({ schema, document: request.document, variables, format });
    const plan =
      root &&
      compilePlan({
        operation: document.operation,
        root,
        selections,
        variables,
        pageSizeMax,
        nodeSourceOf: this.#nodeSourceOf,
      });
    const planned = { selected: plan ? { plan, selections, isFragile: false } : null };
    this.#plans.set(this.#planKey(document, variables, pageSizeMax), planned);
    return planned;
  }

  /** Names the plan for all variables that do not make another one. */
  #planKey(
    { key, free, nodeIds }: PlannedDocument,
    variables: Record<string, unknown>,
    pageSizeMax: number,
  ): string {
    const values = Object.entries(variables).map(([name, value]) => {
      if (!free.has(name)) return [name, value];
      return [name, value === null, nodeIds.has(name) && this.#nodeSourceOf(String(value))?.type];
    });
    return JSON.stringify([key, pageSizeMax, values]);
  }

  #document(ast: DocumentNode, name: string | null | undefined): PlannedDocument | null {
    let byName = this.#documents.get(ast);
    if (!byName) this.#documents.set(ast, (byName = new Map()));
    let document = byName.get(name ?? '');
    if (document === undefined) {
      document = documentOf(this.#schema, ast, name, (this.#lastKey += 1));
      byName.set(name ?? '', document);
    }
    return document;
  }
}

/** Looks at a document once; null for what is never planned. */
function documentOf(
  schema: GraphQLSchema,
  ast: DocumentNode,
  name: string | null | undefined,
  key: number,
): PlannedDocument | null {
  const operation = getOperationAST(ast, name);
  if (operation?.operation !== OperationTypeNode.QUERY) return null;
  const uses = variableUses(schema, ast);
  if (uses.asksForSchema) return null;
  const fragments = ast.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return {
    operation,
    fragments: Object.fromEntries(
      (fragments as FragmentDefinitionNode[]).map((fragment) => [fragment.name.value, fragment]),
    ),
    free: new Set([...uses.free].filter((variable) => !uses.bound.has(variable))),
    nodeIds: uses.nodeIds,
    key,
  };
}

/** Returns the uses of the variables in a document. */
function variableUses(schema: GraphQLSchema, ast: DocumentNode) {
  const uses = {
    /** Variables used as a cursor or as an identifier of a row. */
    free: new Set<string>(),
    /** Anywhere else. */
    bound: new Set<string>(),
    nodeIds: new Set<string>(),
    asksForSchema: false,
  };
  const types = new TypeInfo(schema);
  visit(
    ast,
    visitWithTypeInfo(types, {
      Field({ name }) {
        if (name.value === '__schema' || name.value === '__type') uses.asksForSchema = true;
      },
      VariableDefinition: () => false,
      Variable({ name: { value } }, _key, parent) {
        const argument = types.getArgument();
        const field = types.getFieldDef();
        const isWhole = (parent as { kind?: Kind } | undefined)?.kind === Kind.ARGUMENT;
        if (!isWhole || !argument || !field) {
          uses.bound.add(value);
          return;
        }
        const { connection, root, child } = declarationsOf(field);
        const isNodeId = field.name === 'node' && types.getParentType() === schema.getQueryType();
        if (isNodeId) uses.nodeIds.add(value);
        const isCursor = connection && ['after', 'before'].includes(argument.name);
        const isFree =
          isNodeId ||
          isCursor === true ||
          [root?.argument, child?.argument].includes(argument.name);
        uses[isFree ? 'free' : 'bound'].add(value);
      },
    }),
  );
  return uses;
}
