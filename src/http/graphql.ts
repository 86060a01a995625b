import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { jsonText } from '../lib/raw-json.ts';
import { useFewErrors } from './few-errors.ts';
import { useOperationErrors, type ServerContext } from './operation-errors.ts';
import { useOperationLimits } from './operation-limits.ts';
import { usePlannedOperations } from './planned-operations.ts';
import { useProductionOperations } from './production-operations.ts';
import { useWellFormedVariables } from './well-formed-variables.ts';

export interface GraphQLOptions {
  /** Shows the schema to those with a token only, and no suggestions. */
  production: boolean;
}

/** The executor of GraphQL operations, for `/graphql` and for the routes of `/v1` alike. */
export function createGraphQL(schema: GraphQLSchema, { production }: GraphQLOptions) {
  return createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    // The HTTP shell has read the body, with its own limits.
    maxRequestBodySize: false,
    maskedErrors: true,
    parserAndValidationCache: true,
    plugins: [
      useFewErrors(),
      useOperationLimits(),
      useOperationErrors(),
      usePlannedOperations(schema),
      useWellFormedVariables(),
      useRawJson(),
      ...(production ? [useProductionOperations()] : []),
    ],
  });
}

/** Writes answers as `/v1` writes them: stored JSON as it is stored. */
function useRawJson(): Plugin {
  return {
    onResultProcess({ result }) {
      for (const one of [result].flat() as { stringify?: (value: unknown) => string }[]) {
        // What a plan wrote is JSON already.
        one.stringify ??= jsonText;
      }
    },
  };
}

export type GraphQLServer = ReturnType<typeof createGraphQL>;
