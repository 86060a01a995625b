import {
  getOperationAST,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { declarationsOf } from '../pagination/declared-fields.ts';
import type { Source } from '../pagination/source.ts';
import { compilePlan, type Plan } from './compile-plan.ts';
import { Slot } from '../database/slot.ts';
import { OperationRun, type RunOptions } from './operation-run.ts';
import { Output } from './output.ts';
import { Selections } from './selections.ts';
import { NotPlanned } from './wire-values.ts';

/** Most plans of one document: for different page sizes, filters and branches. */
const PLANS_MAX = 50;

export interface CompiledOperationsOptions {
  schema: GraphQLSchema;
  /** The source of the nodes with an id; undefined where their types differ. */
  nodeSourceOf: (id: string) => Source<object> | undefined;
}

/** A plan with the selections that it was made of; null where nothing of it is declared. */
type Planned = { plan: Plan; selections: Selections } | null;

interface PlannedDocument {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** The variables whose values a plan does not depend on. */
  readonly free: ReadonlySet<string>;
  /** Those of them that hold ids of nodes, on whose kinds it depends. */
  readonly nodeIds: ReadonlySet<string>;
  readonly plans: LRUCache<string, { planned: Planned }>;
}

/**
 * Runs the read operations whose fields declare what they are: planned once for a document, read by
 * one statement, written without an object in between.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema;
  readonly #nodeSourceOf: CompiledOperationsOptions['nodeSourceOf'];
  readonly #documents = new WeakMap<DocumentNode, Map<string, PlannedDocument | null>>();

  constructor({ schema, nodeSourceOf }: CompiledOperationsOptions) {
    this.#schema = schema;
    this.#nodeSourceOf = nodeSourceOf;
  }

  /**
   * Returns the response of an operation as JSON. Undefined where it has to be executed: nothing of
   * it is declared, or something of it fails, which the execution reports.
   *
   * @param use whether the JSON is sent as it is, or read again
   */
  async run(
    args: ExecutionArgs,
    context: Context,
    use: 'text' | 'values',
  ): Promise<string | undefined> {
    const document = this.#document(args.document, args.operationName);
    if (!document || !context.hasViewer) return undefined;
    const { coerced: variables } = getVariableValues(
      this.#schema,
      document.operation.variableDefinitions ?? [],
      args.variableValues ?? {},
      { maxErrors: 1 },
    );
    if (!variables) return undefined;
    try {
      const planned = this.#planned(args.document, document, variables, context);
      if (!planned) return undefined;
      // What is counted into the response by its context counts anew when it is executed.
      const own = Object.create(context) as Context;
      return await this.#write(args, document, planned, { variables, context: own, use });
    } catch (error) {
      if (!(error instanceof NotPlanned || error instanceof AppError)) {
        context.log.warn({ err: error }, 'a planned operation failed and is executed');
      }
      return undefined;
    }
  }

  async #write(
    args: ExecutionArgs,
    document: PlannedDocument,
    { plan, selections }: NonNullable<Planned>,
    { variables, context, use }: Pick<RunOptions, 'variables' | 'use'> & { context: Context },
  ): Promise<string> {
    const { operation, fragments } = document;
    const { rootValue } = args;
    const run = new OperationRun({
      context,
      rootValue,
      variables,
      selections,
      use,
      info: { schema: this.#schema, fragments, rootValue, operation, variableValues: variables },
    });
    const values = { viewerId: context.viewer.id, variables };
    run.addRows(
      await context.db.queryTexts({
        text: plan.statement.text,
        values: plan.statement.values.map((value) =>
          value instanceof Slot ? value.read(values) : value,
        ),
      }),
    );
    const out = new Output();
    plan.write(out, run);
    run.done();
    await run.finished;
    return out.toString();
  }

  #planned(
    ast: DocumentNode,
    { operation, free, nodeIds, plans }: PlannedDocument,
    variables: Record<string, unknown>,
    { pageSizeMax }: Context,
  ): Planned {
    const key = JSON.stringify([
      pageSizeMax,
      Object.entries(variables).map(([name, value]) => {
        if (!free.has(name)) return [name, value];
        return [name, value === null, nodeIds.has(name) && this.#nodeSourceOf(String(value))?.type];
      }),
    ]);
    const known = plans.get(key);
    if (known) return known.planned;
    const root = this.#schema.getQueryType();
    const selections = new Selections({ schema: this.#schema, document: ast, variables });
    const plan =
      root &&
      compilePlan({
        operation,
        root,
        selections,
        variables,
        pageSizeMax,
        nodeSourceOf: this.#nodeSourceOf,
      });
    const planned = plan ? { plan, selections } : null;
    plans.set(key, { planned });
    return planned;
  }

  #document(ast: DocumentNode, name: string | null | undefined): PlannedDocument | null {
    let byName = this.#documents.get(ast);
    if (!byName) this.#documents.set(ast, (byName = new Map()));
    let document = byName.get(name ?? '');
    if (document === undefined) {
      document = documentOf(this.#schema, ast, name);
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
    plans: new LRUCache({ max: PLANS_MAX }),
  };
}

/** Where a document reads its variables. */
function variableUses(schema: GraphQLSchema, ast: DocumentNode) {
  const uses = {
    /** As a cursor, or as the id of something at the root. */
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
        const { connection, root } = declarationsOf(field);
        const isNodeId = field.name === 'node' && types.getParentType() === schema.getQueryType();
        if (isNodeId) uses.nodeIds.add(value);
        const isCursor = connection && ['after', 'before'].includes(argument.name);
        const isFree = isNodeId || isCursor === true || root?.argument === argument.name;
        uses[isFree ? 'free' : 'bound'].add(value);
      },
    }),
  );
  return uses;
}
