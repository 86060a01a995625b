import type { FastifyRequest } from 'fastify';
import { getOperationAST } from 'graphql';
import type { GraphQLServer } from './graphql.ts';
import { withoutSecrets } from './logged-request.ts';
import { postedOperation } from './posted-operations.ts';

/** Returns the attributes of a request in a trace: its path, its id, and its operation. */
export function tracedAttributes(
  request: FastifyRequest,
  graphql: GraphQLServer,
): Record<string, string> {
  const [path = ''] = withoutSecrets(request.url).split('?');
  const attributes = { 'url.path': path, 'docgraph.request.id': request.id };
  if (request.routeOptions.url !== graphql.yoga.graphqlEndpoint) return attributes;
  return { ...attributes, ...operationAttributes(request, graphql) };
}

/** Returns the type and the name of a valid operation. */
function operationAttributes(
  request: FastifyRequest,
  { documents, trustedDocuments }: GraphQLServer,
): Record<string, string> {
  const sent =
    postedOperation(request, documents, trustedDocuments) ??
    (request.query as { query?: unknown; operationName?: string });
  const document = documents.valid(String(sent.query));
  const operation = document && getOperationAST(document, sent.operationName);
  if (!operation) return {};
  const name = operation.name && { 'graphql.operation.name': operation.name.value };
  return { 'graphql.operation.type': operation.operation, ...name };
}
