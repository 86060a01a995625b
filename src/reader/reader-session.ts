import type { FastifyRequest } from 'fastify';
import { cookieName, cookieOf, setCookie } from '../http/cookies.ts';

/** Keeps the API token of somebody who signed in. */
const TOKEN_COOKIE = 'docgraph_token';
/** Time for which a browser stays signed in, in seconds: the token itself can end before. */
const SIGNED_IN_SECONDS = 30 * 24 * 60 * 60;
/** Time for which a browser keeps a share key or a visitor token, in seconds. */
const VISIT_SECONDS = 24 * 60 * 60;

/** Returns the API token of a request: of its header, else of the cookie of a sign-in. */
export function sessionTokenOf({ headers }: FastifyRequest, baseUrl: string): string | undefined {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return sent ?? cookieOf(headers.cookie, cookieName(TOKEN_COOKIE, baseUrl));
}

/** Returns the cookie of a sign-in. */
export function signInCookie(token: string, baseUrl: string): string {
  return setCookie(TOKEN_COOKIE, token, { baseUrl, maxAgeSeconds: SIGNED_IN_SECONDS });
}

/** Returns the cookie that ends a sign-in. */
export function signOutCookie(baseUrl: string): string {
  return setCookie(TOKEN_COOKIE, '', { baseUrl, maxAgeSeconds: 0 });
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
