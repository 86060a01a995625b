import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets a client that has this answer already keep it. */
export function sendWithTag(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Buffer,
): FastifyReply {
  const tag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  return known.includes(tag) || known.includes('*') ? reply.status(304).send() : reply.send(json);
}
