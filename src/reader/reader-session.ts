import type { FastifyRequest } from 'fastify';
import { cookieName, cookieOf, setCookie } from '../http/cookies.ts';
import { signedInTokenOf } from '../http/session-cookies.ts';

/** Time for which a browser keeps a share key or a visitor token, in seconds. */
const VISIT_SECONDS = 24 * 60 * 60;

/** Returns the API token of a request: of its header, else of the cookie of a sign-in. */
export function sessionTokenOf({ headers }: FastifyRequest, baseUrl: string): string | undefined {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return sent ?? signedInTokenOf(headers.cookie, baseUrl);
}

/** Proof that a visitor showed once to be let in to a site, and their browser keeps. */
export type VisitProof = 'share' | 'visitor';

function proofCookie(proof: VisitProof, siteName: string): string {
  return `docgraph_${proof}_${siteName.replace(/[^\w-]/g, '_')}`;
}

/** Returns the share key or the visitor token that a browser keeps for a site. */
export function proofOf(
  { headers }: FastifyRequest,
  proof: VisitProof,
  { siteName, baseUrl }: { siteName: string; baseUrl: string },
): string | undefined {
  const value = cookieOf(headers.cookie, cookieName(proofCookie(proof, siteName), baseUrl));
  return value === undefined || value === '' ? undefined : decodeURIComponent(value);
}

/** Returns the cookie that keeps a share key or a visitor token; without a value, ends it. */
export function keepProof(
  proof: VisitProof,
  value: string | null,
  { siteName, baseUrl }: { siteName: string; baseUrl: string },
): string {
  return setCookie(proofCookie(proof, siteName), encodeURIComponent(value ?? ''), {
    baseUrl,
    maxAgeSeconds: value === null ? 0 : VISIT_SECONDS,
  });
}
