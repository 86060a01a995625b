import {
  BREAK,
  getOperationAST,
  Kind,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { operationCost, type OperationCost } from './operation-cost.ts';

/** Facts about an operation that depend on its document alone, found once a document. */
export class OperationFacts {
  readonly operation: OperationDefinitionNode;
  /** Whether something in the document reads the schema. */
  readonly asksForSchema: boolean;
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  /** The cost, where it is the same for all variables. */
  #constantCost: OperationCost | undefined;

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.#document = document;
    this.operation = operation;
    this.asksForSchema = asksForSchema(document);
  }

  /** @param variables as `readVariables` returns them */
  cost(variables: Record<string, unknown>): OperationCost {
    if (this.#constantCost) return this.#constantCost;
    const cost = operationCost(this.#schema, this.#document, this.operation, variables);
    if (!cost.readsVariables) this.#constantCost = cost;
    return cost;
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
