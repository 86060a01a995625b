import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEntityTag } from '../lib/entity-tags.ts';

/**
 * Lets a client that has this answer already keep it.
 *
 * @param revision id of the revision that the answer shows: it begins the tag, so that the tag of
 *   content can be sent back as `If-Match` of a write
 */
export function sendWithTag(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Buffer,
  revision?: string,
): FastifyReply {
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 27);
  const tag = `W/"${revision === undefined ? '' : `${revision}.`}${hash}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const isKnown = hasEntityTag(request.headers['if-none-match'], tag);
  return isKnown ? reply.status(304).send() : reply.send(json);
}

/** Returns the id of the revision that an entity tag names: itself, or its beginning. */
export function revisionOfTag(tag: string): string {
  return tag.split('.', 1)[0] ?? tag;
}
