import { OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import type {
  CompiledOperations,
  PlannedResponse,
  TokenHolder,
} from '../plan/compiled-operations.ts';
import type { ResponseFormat } from '../plan/selections.ts';
import type { Admission } from './admission.ts';
import { readVariables } from './operation-cost.ts';
import { factsOf } from './operation-facts.ts';
import { errorsOverLimit } from './operation-limits.ts';
import { illFormedText } from './well-formed-variables.ts';

/** Dependencies of the execution of reads. */
export interface ReadExecutor {
  readonly schema: GraphQLSchema;
  readonly operations: CompiledOperations;
  readonly admission: Admission;
}

export interface DirectOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  /** The variables as they were sent. */
  readonly variables: Record<string, unknown>;
  readonly format: ResponseFormat;
}

/**
 * Runs an operation that has a plan already by one statement, which looks up the token as well.
 * Returns its response; undefined for every other operation, for one that is refused, and
 * without a valid token: these pass through all plugins, which say why.
 *
 * @throws BusyError
 */
export async function runDirectly(
  { schema, operations, admission }: ReadExecutor,
  { document, operationName, variables: given, format }: DirectOperation,
  holder: TokenHolder,
): Promise<PlannedResponse | undefined> {
  const facts = factsOf(schema, document, operationName);
  if (facts?.operation.operation !== OperationTypeNode.QUERY || facts.asksForSchema) {
    return undefined;
  }
  if (illFormedText(given)) return undefined;
  const variables = readVariables(schema, facts.operation, given);
  if ('errors' in variables || errorsOverLimit(facts, variables.coerced).length > 0) {
    return undefined;
  }
  const request = { document, operationName, variables: variables.coerced, format };
  const { cost } = facts.cost(variables.coerced);
  return admission.run(cost, () => operations.run(request, holder));
}
