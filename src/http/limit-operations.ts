import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../errors.ts';
import { readOperationVariables } from '../operations/operation-cost.ts';
import { factsOf, type OperationFacts } from '../operations/operation-facts.ts';
import { operationLimits } from '../operations/operation-limits.ts';

/** Refuses operations that are over the limits, before anything runs. */
export function useOperationLimits(): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const errors = limitErrors(args);
      if (errors.length > 0) setResultAndStopExecution({ errors });
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const errors = limitErrors(args);
      if (errors.length > 0) setResultAndStopExecution({ errors });
    },
  };
}

function limitErrors({
  schema,
  document,
  operationName,
  variableValues,
}: ExecutionArgs): GraphQLError[] {
  const facts = factsOf(schema, document, operationName);
  if (!facts) return [];
  const given = (variableValues ?? {}) as Record<string, unknown>;
  const variables = readOperationVariables(schema, facts.operation, given);
  return 'errors' in variables
    ? variables.errors.map(asBadRequest)
    : errorsOverLimit(facts, variables.coerced);
}

/**
 * Returns the error of an operation that is over a limit; none for any other.
 *
 * @param variables as `readOperationVariables` returns them
 */
export function errorsOverLimit(
  facts: OperationFacts,
  variables: Record<string, unknown>,
): AppError[] {
  const cost = facts.cost(variables);
  const exceeded = (['depth', 'cost'] as const).find(
    (limit) => cost[limit] > operationLimits[limit],
  );
  return exceeded ? [overLimit(exceeded, cost[exceeded])] : [];
}

function asBadRequest(error: GraphQLError): GraphQLError {
  Object.assign(error.extensions, { code: 'BAD_USER_INPUT', http: { status: 400 } });
  return error;
}

function overLimit(limit: 'depth' | 'cost', asked: number): AppError {
  const advice =
    limit === 'cost'
      ? 'ask for smaller pages ("first") or fewer nested lists'
      : 'nest fewer fields';
  const error = new AppError(
    'QUERY_TOO_COMPLEX',
    `The operation has a ${limit} of ${asked}, but at most ${operationLimits[limit]} is allowed: ${advice}.`,
  );
  error.extensions['http'] = { status: 400 };
  return error;
}
