import { decodeUrlPart } from '../lib/decode-url-part.ts';
import { cookieName, cookieOf, setCookie } from './cookies.ts';

/** Keeps the API token of somebody who signed in. */
const TOKEN_COOKIE = 'docgraph_token';
/** Time for which a browser stays signed in, in seconds: the token itself can end before. */
const SIGNED_IN_SECONDS = 30 * 24 * 60 * 60;
/** Keeps where a login by single sign-on leads on. */
const NEXT_COOKIE = 'docgraph_next';
/** Time within which such a login ends, in seconds. */
const LOGIN_SECONDS = 10 * 60;

/** Returns the API token of a sign-in, from the cookies of a request. */
export function signedInTokenOf(cookies: string | undefined, baseUrl: string): string | undefined {
  return cookieOf(cookies, cookieName(TOKEN_COOKIE, baseUrl));
}

/** Returns the cookie of a sign-in. */
export function signInCookie(token: string, baseUrl: string): string {
  return setCookie(TOKEN_COOKIE, token, { baseUrl, maxAgeSeconds: SIGNED_IN_SECONDS });
}

/** Returns the cookie that ends a sign-in. */
export function signOutCookie(baseUrl: string): string {
  return setCookie(TOKEN_COOKIE, '', { baseUrl, maxAgeSeconds: 0 });
}

/** Returns the path to which a login leads on; null if there is none. */
export function nextOf(cookies: string | undefined, baseUrl: string): string | null {
  const value = cookieOf(cookies, cookieName(NEXT_COOKIE, baseUrl)) ?? '';
  const next = value === '' ? '/' : localPath(decodeUrlPart(value));
  return next === '/' ? null : next;
}

/** Returns the cookie that keeps the path to which a login leads on; without one, ends it. */
export function nextCookie(next: string | null, baseUrl: string): string {
  const maxAgeSeconds = next === null ? 0 : LOGIN_SECONDS;
  return setCookie(NEXT_COOKIE, encodeURIComponent(next ?? ''), { baseUrl, maxAgeSeconds });
}

/** Returns a path of this host; `/` for any other address. */
export function localPath(next: unknown): string {
  const isLocal = typeof next === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(next);
  return isLocal ? next : '/';
}
