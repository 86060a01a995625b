import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEntityTag } from '../lib/entity-tags.ts';
import { sha256 } from '../lib/hash.ts';

/**
 * Policy of the pages of the reader: no inline scripts and styles, nothing from other hosts but
 * pictures, which authors may take from anywhere.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface SentPage {
  status?: number;
  contentType?: string;
  /** Same for everybody, so that the response may be cached by others. */
  isPublic: boolean;
}

/** Sends a page with an entity tag, or a 304 to those who have it. */
export function sendReaderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  { status = 200, contentType = 'text/html', isPublic }: SentPage,
): FastifyReply {
  const tag = `W/"${sha256(Buffer.from(body)).slice(0, 27)}"`;
  reply.headers({
    'content-type': `${contentType}; charset=utf-8`,
    'content-security-policy': policy,
    'cache-control': isPublic ? 'public, no-cache' : 'private, no-cache',
    vary: 'cookie',
    'referrer-policy': 'same-origin',
    etag: tag,
  });
  const isKnown = status === 200 && hasEntityTag(request.headers['if-none-match'], tag);
  return isKnown ? reply.status(304).send() : reply.status(status).send(body);
}
