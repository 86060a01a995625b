import {
  execute as executeOnce,
  GraphQLError,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { PlannedResponse } from '../plan/compiled-operations.ts';
import { graphqlFormat } from '../plan/graphql-format.ts';
import { BusyError } from './admission.ts';
import type { OperationExecutor } from './direct-operations.ts';
import { readOperationVariables } from '../operations/operation-cost.ts';
import { factsOf } from '../operations/operation-facts.ts';
import type { ServerContext } from './operation-errors.ts';

/** The result of an operation. What a plan has written is no data, but JSON. */
export interface PlannedResult extends ExecutionResult {
  planned?: PlannedResponse;
  stringify?: () => string;
}

type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Runs mutations, and reads in their turn. One statement reads the declared parts of a response,
 * execution all others.
 */
export function usePlannedOperations(executor: OperationExecutor): Plugin<ServerContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const server = args.contextValue as ServerContext;
      setExecuteFn((given: ExecutionArgs) => run(executor, given, server, executeFn as Execute));
    },
  };
}

async function run(
  { schema, operations, admission }: OperationExecutor,
  args: ExecutionArgs,
  { requestContext, format = graphqlFormat }: ServerContext,
  execute: Execute,
): Promise<PlannedResult> {
  const { document, operationName } = args;
  const facts = factsOf(schema, document, operationName);
  if (!facts) return execute(args);
  if (facts.operation.operation === OperationTypeNode.SUBSCRIPTION) {
    // It is the response to one event. Yoga would subscribe instead.
    return executeOnce({ ...args, contextValue: requestContext });
  }
  const variables = readOperationVariables(schema, facts.operation, args.variableValues ?? {});
  if ('errors' in variables) return execute(args);
  const request = { document, operationName, variables: variables.coerced, format };
  if (facts.operation.operation === OperationTypeNode.MUTATION) {
    return resultOf(await operations.mutate(request, requestContext)) ?? execute(args);
  }
  const { cost } = facts.cost(variables.coerced);
  try {
    return await admission.run(cost, async () => {
      return resultOf(await operations.run(request, requestContext)) ?? execute(args);
    });
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    return { errors: [new GraphQLError(error.message, { originalError: error })] };
  }
}

function resultOf(planned: PlannedResponse | undefined): PlannedResult | undefined {
  return planned && { data: {}, planned, stringify: () => planned.json };
}
