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
      const server = args.contextValue as ServerContext;
      if (server.sendsJson !== true) return;
      setExecuteFn(async (given: ExecutionArgs) => {
        const text = await operations.run(given, server.requestContext);
        return text === undefined ? executeFn(given) : { data: {}, stringify: () => text };
      });
    },
  };
}
