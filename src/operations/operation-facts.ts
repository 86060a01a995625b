import {
  BREAK,
  getOperationAST,
  Kind,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { operationCost, type OperationCost } from './operation-cost.ts';

/** Number of costs that are kept for an operation: most clients ask for few sizes of pages. */
const COSTS_MAX = 10;

/** Facts about an operation that depend on its document alone, found once a document. */
export class OperationFacts {
  readonly operation: OperationDefinitionNode;
  /** Whether something in the document reads the schema. */
  readonly asksForSchema: boolean;
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  /** Costs by the values of the variables that any of them was computed from. */
  readonly #costs = new LRUCache<string, OperationCost>({ max: COSTS_MAX });
  #variablesRead: readonly string[] = [];

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.#document = document;
    this.operation = operation;
    this.asksForSchema = asksForSchema(document);
  }

  /** @param variables as `readOperationVariables` returns them */
  cost(variables: Record<string, unknown>): OperationCost {
    const known = this.#costs.get(this.#costKey(variables));
    if (known) return known;
    const cost = operationCost(this.#schema, this.#document, this.operation, variables);
    const read = new Set([...this.#variablesRead, ...cost.variablesRead]);
    if (read.size > this.#variablesRead.length) {
      this.#variablesRead = [...read];
      this.#costs.clear();
    }
    this.#costs.set(this.#costKey(variables), cost);
    return cost;
  }

  #costKey(variables: Record<string, unknown>): string {
    // A missing variable leaves an argument its default, which null does not.
    return JSON.stringify(
      this.#variablesRead.map((name) => (name in variables ? [variables[name]] : [])),
    );
  }
}

const known = new WeakMap<DocumentNode, Map<string, OperationFacts>>();

/** Returns the facts of the operation that will run; null where the document has none such. */
export function factsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): OperationFacts | null {
  let byName = known.get(document);
  if (!byName) known.set(document, (byName = new Map()));
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  // At most one operation of a document has no name.
  const name = operation.name?.value ?? '';
  let facts = byName.get(name);
  if (!facts) byName.set(name, (facts = new OperationFacts(schema, document, operation)));
  return facts;
}

function asksForSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value !== '__schema' && name.value !== '__type') return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}
