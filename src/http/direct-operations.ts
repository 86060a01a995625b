import { OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import type {
  CompiledOperations,
  PlannableOperation,
  PlannedResponse,
  TokenHolder,
} from '../plan/compiled-operations.ts';
import type { ResponseFormat } from '../plan/selections.ts';
import type { OperationTurns } from './admission.ts';
import { readOperationVariables } from '../operations/operation-cost.ts';
import { factsOf } from '../operations/operation-facts.ts';
import { errorsOverLimit } from './limit-operations.ts';
import { findUnstorableText } from './storable-texts.ts';

/** Dependencies of the execution of operations. */
export interface OperationExecutor {
  readonly schema: GraphQLSchema;
  readonly operations: CompiledOperations;
  readonly admission: OperationTurns;
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
export async function runOperationDirectly(
  { schema, operations, admission }: OperationExecutor,
  operation: DirectOperation,
  holder: TokenHolder,
): Promise<PlannedResponse | undefined> {
  const accepted = acceptedRequest(schema, operation, OperationTypeNode.QUERY);
  if (!accepted) return undefined;
  const { cost, request } = accepted;
  return admission.run(cost, () => operations.run(request, holder));
}

/**
 * Runs a mutation whose response is planned. Returns its response; undefined for every other
 * operation, and for one that is refused or fails: these pass through all plugins, which say why. A
 * mutation that ran already is not run again there, since the context has its outcome.
 */
export async function mutateDirectly(
  { schema, operations }: OperationExecutor,
  operation: DirectOperation,
  context: Context,
): Promise<PlannedResponse | undefined> {
  const accepted = acceptedRequest(schema, operation, OperationTypeNode.MUTATION);
  return accepted && operations.mutate(accepted.request, context);
}

/** Returns the request and cost of an operation of a kind; undefined for one that is refused. */
function acceptedRequest(
  schema: GraphQLSchema,
  { document, operationName, variables: given, format }: DirectOperation,
  kind: OperationTypeNode,
): { request: PlannableOperation; cost: number } | undefined {
  const facts = factsOf(schema, document, operationName);
  if (facts?.operation.operation !== kind || facts.asksForSchema) return undefined;
  if (findUnstorableText(document, given)) return undefined;
  const variables = readOperationVariables(schema, facts.operation, given);
  if ('errors' in variables || errorsOverLimit(facts, variables.coerced).length > 0) {
    return undefined;
  }
  const request = { document, operationName, variables: variables.coerced, format };
  return { request, cost: facts.cost(variables.coerced).cost };
}
