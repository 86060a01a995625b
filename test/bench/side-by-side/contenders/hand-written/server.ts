/**
 * A server as an engineer would write it by hand for exactly the measured operations: Fastify, pg,
 * prepared statements, and the product's permission rule.
 */
import { createHash } from 'node:crypto';
import Fastify, { type FastifyRequest } from 'fastify';
import { query, type Variables } from './database.ts';
import { listChangeRequests, listSites, readNode, readPage } from './lists.ts';
import { nested } from './nested.ts';
import { listChangeRequestsV1, listSitesV1 } from './rest.ts';
import { counts, small } from './trees.ts';
import { addComment, editSubject } from './writes.ts';

const operations: Record<string, (viewer: string, variables: Variables) => Promise<string>> = {
  Nested: nested,
  Small: small,
  Counts: counts,
  Sites: listSites,
  ChangeRequests: listChangeRequests,
  DeepPage: readPage,
  Node: readNode,
  Comment: addComment,
  Edit: editSubject,
};

/** The id of the user whose token a request has. */
async function viewerOf(request: FastifyRequest): Promise<string> {
  const token = /^Bearer +(\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest('hex');
  const [row] = await query(
    'viewer',
    `SELECT user_id FROM api_tokens WHERE secret_hash = $1 AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > now())`,
    [hash],
  );
  if (row === undefined) throw Object.assign(new Error('Unknown token'), { statusCode: 401 });
  return String(row[0]);
}

interface GraphqlRoute {
  Body: { operationName: string; variables: Variables };
}

interface ListRoute {
  Params: { id: string };
  Querystring: { limit: string };
}

const app = Fastify({ logger: false });
app.post<GraphqlRoute>('/graphql', async (request, reply) => {
  const viewer = await viewerOf(request);
  void reply.type('application/json; charset=utf-8');
  return await operations[request.body.operationName]?.(viewer, request.body.variables);
});
for (const [url, list] of Object.entries({
  '/v1/orgs/:id/sites': listSitesV1,
  '/v1/spaces/:id/change-requests': listChangeRequestsV1,
})) {
  app.route<ListRoute>({
    ...{ method: 'GET', url },
    handler: async (request) =>
      await list(await viewerOf(request), request.params.id, Number(request.query.limit), address),
  });
}

const address = await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write(`${address}\n`);
