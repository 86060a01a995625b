import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { useOperationErrors, type ServerContext } from './operation-errors.ts';
import { useOperationLimits } from './operation-limits.ts';

/** The executor of GraphQL operations, for `/graphql` and for the routes of `/v1` alike. */
export function createGraphQL(schema: GraphQLSchema) {
  return createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    maskedErrors: true,
    parserAndValidationCache: true,
    plugins: [useOperationLimits(), useOperationErrors()],
  });
}

export type GraphQLServer = ReturnType<typeof createGraphQL>;
