import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEntityTag } from '../lib/entity-tags.ts';

/**
 * Sends JSON with an `ETag`, or a 304 if the client has the same tag.
 *
 * @param revision id of the revision in the response. It starts the tag of content and of its
 *   parts, so that a write can send the tag back as `If-Match`.
 */
export function sendWithTag(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Buffer,
  revision?: string,
): FastifyReply {
  const digest = hash('sha256', json, 'base64url').slice(0, 27);
  const tag = `W/"${revision === undefined ? '' : `${revision}.`}${digest}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const isKnown = hasEntityTag(request.headers['if-none-match'], tag);
  return isKnown ? reply.status(304).send() : reply.send(json);
}

/** Returns the id of the revision in an entity tag, which is an id or starts with one. */
export function revisionOfTag(tag: string): string {
  return tag.split('.', 1)[0] ?? tag;
}
