import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEntityTag } from '../lib/entity-tags.ts';
import { sha256 } from '../lib/hash.ts';
import type { SiteStyle } from './site-style.ts';

/**
 * Returns the policy of a page: no inline scripts, no inline style but that of the site, nothing
 * from other hosts but the fonts of the site, and pictures, which authors may take from anywhere.
 */
function policyOf({ css, fontOrigins }: SiteStyle = { css: '', fontOrigins: [] }): string {
  const hash = Buffer.from(sha256(css), 'hex').toString('base64');
  return [
    "default-src 'none'",
    "script-src 'self'",
    css === '' ? "style-src 'self'" : `style-src 'self' 'sha256-${hash}'`,
    "img-src 'self' https: data:",
    ["font-src 'self'", ...new Set(fontOrigins)].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export interface SentPage {
  status?: number;
  contentType?: string;
  /** Style of the site in the page; none by default. */
  style?: SiteStyle;
  /** Same for everybody, so that the response may be cached by others. */
  isPublic: boolean;
}

/** Sends a page with an entity tag, or a 304 to those who have it. */
export function sendReaderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  { status = 200, contentType = 'text/html', style, isPublic }: SentPage,
): FastifyReply {
  const tag = `W/"${sha256(Buffer.from(body)).slice(0, 27)}"`;
  reply.headers({
    'content-type': `${contentType}; charset=utf-8`,
    'content-security-policy': policyOf(style),
    'cache-control': isPublic ? 'public, no-cache' : 'private, no-cache',
    vary: 'cookie',
    'referrer-policy': 'same-origin',
    etag: tag,
  });
  const isKnown = status === 200 && hasEntityTag(request.headers['if-none-match'], tag);
  return isKnown ? reply.status(304).send() : reply.status(status).send(body);
}
