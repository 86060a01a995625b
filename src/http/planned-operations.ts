import type { ExecutionArgs, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { CompiledOperations } from '../plan/compiled-operations.ts';
import { readVariables } from './operation-cost.ts';
import { factsOf } from './operation-facts.ts';
import type { ServerContext } from './operation-errors.ts';

/** Runs what is declared of an operation as one statement; everything else is executed. */
export function usePlannedOperations(
  schema: GraphQLSchema,
  operations: CompiledOperations,
): Plugin<ServerContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { requestContext, sendsJson = false } = args.contextValue as ServerContext;
      setExecuteFn(async (given: ExecutionArgs) => {
        const { document, operationName } = given;
        const facts = factsOf(schema, document, operationName);
        const variables =
          facts && readVariables(schema, facts.operation, given.variableValues ?? {});
        if (!variables || 'errors' in variables) return executeFn(given);
        const request = { document, operationName, variables: variables.coerced, sendsJson };
        const text = await operations.run(request, requestContext);
        if (text === undefined) return executeFn(given);
        return sendsJson ? { data: {}, stringify: () => text } : (JSON.parse(text) as object);
      });
    },
  };
}
