import {
  getOperationAST,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { declarationsOf } from '../pagination/declared-fields.ts';
import type { Source } from '../pagination/source.ts';

/** A document with the facts that plans of its operation depend on. */
export interface PlannableDocument {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** The variables whose values a plan does not depend on. */
  readonly free: ReadonlySet<string>;
  /** Variables with ids of nodes; the plan depends on their kinds. */
  readonly nodeIds: ReadonlySet<string>;
  /** Tells its plans from those of others. */
  readonly key: number;
}

export interface PlannableDocumentsOptions {
  schema: GraphQLSchema;
  /** The source of the nodes with an id; undefined where their types differ. */
  nodeSourceOf: (id: string) => Source<object> | undefined;
}

/** Documents whose operations may be planned, each looked at once. */
export class PlannableDocuments {
  readonly #options: PlannableDocumentsOptions;
  readonly #documents = new WeakMap<DocumentNode, Map<string, PlannableDocument | null>>();
  #lastKey = 0;

  constructor(options: PlannableDocumentsOptions) {
    this.#options = options;
  }

  /** Returns the document of an operation; null for what is never planned. */
  get(ast: DocumentNode, name: string | null | undefined): PlannableDocument | null {
    let byName = this.#documents.get(ast);
    if (!byName) this.#documents.set(ast, (byName = new Map()));
    let document = byName.get(name ?? '');
    if (document === undefined) {
      document = documentOf(this.#options.schema, ast, name, (this.#lastKey += 1));
      byName.set(name ?? '', document);
    }
    return document;
  }

  /** Names the plan for all variables that do not make another one. */
  planKey(
    { key, free, nodeIds }: PlannableDocument,
    variables: Record<string, unknown>,
    pageSizeMax: number,
  ): string {
    const values = Object.entries(variables).map(([name, value]) => {
      if (!free.has(name)) return [name, value];
      const type = nodeIds.has(name) && this.#options.nodeSourceOf(String(value))?.type;
      return [name, value === null, type];
    });
    return JSON.stringify([key, pageSizeMax, values]);
  }
}

function documentOf(
  schema: GraphQLSchema,
  ast: DocumentNode,
  name: string | null | undefined,
  key: number,
): PlannableDocument | null {
  const operation = getOperationAST(ast, name);
  if (!operation) return null;
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
    /** Variables used as a cursor, as an identifier of a row, or as an argument of a payload. */
    free: new Set<string>(),
    /** Anywhere else. */
    bound: new Set<string>(),
    nodeIds: new Set<string>(),
    asksForSchema: false,
  };
  const types = new TypeInfo(schema);
  // Their arguments make the payload, which the plan takes as it is.
  const writers = new Set<unknown>([schema.getMutationType(), schema.getSubscriptionType()]);
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
        if (field && writers.has(types.getParentType())) {
          uses.free.add(value);
          return;
        }
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
