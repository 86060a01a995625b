import type { ExecutionArgs, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { nodeSourceOf } from '../builder.ts';
import { CompiledOperations } from '../plan/compiled-operations.ts';
import type { ServerContext } from './operation-errors.ts';

/** Runs what is declared of an operation as one statement; everything else is executed. */
export function usePlannedOperations(schema: GraphQLSchema): Plugin<ServerContext> {
  const operations = new CompiledOperations({ schema, nodeSourceOf });
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { requestContext, sendsJson = false } = args.contextValue as ServerContext;
      setExecuteFn(async (given: ExecutionArgs) => {
        const text = await operations.run(given, requestContext, sendsJson ? 'text' : 'values');
        if (text === undefined) return executeFn(given);
        return sendsJson ? { data: {}, stringify: () => text } : (JSON.parse(text) as object);
      });
    },
  };
}
