import type { FastifyInstance } from 'fastify';
import { sql, type Database } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { hasEntityTag } from '../../lib/entity-tags.ts';
import { loadBlobs } from '../../revisions/store/content-store.ts';

/** Cache lifetime, in seconds. */
const CACHED_SECONDS = 60;

/**
 * Serves the latest versions of public specifications to anybody, each as one document. Returns 404
 * for private and never processed ones.
 */
export function servePublishedSpecs(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { specId: string; name: string } }>(
    '/content/openapi/:specId/:name',
    async (request, reply) => {
      const { specId, name } = request.params;
      const [row] = await db.query(sql`
        SELECT v.bundle FROM openapi_specs s JOIN openapi_spec_versions v ON v.id = s.last_version_id
        WHERE s.id = ${specId} AND s.visibility = 'public'
          AND s.slug || '.json' = ${name}`);
      if (!row) throw notFound('published OpenAPI specification', specId);
      const bundle = row[0] as string;
      // The tag is weak because the response may be compressed.
      const tag = `W/"${bundle}"`;
      reply.headers({
        'content-type': 'application/json; charset=utf-8',
        etag: tag,
        'cache-control': `public, max-age=${CACHED_SECONDS}`,
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (hasEntityTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
      const [bytes] = await loadBlobs(db, [bundle]);
      return reply.send(bytes);
    },
  );
}
