import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../../lib/hash.ts';

/** How long a person has to log in at their identity provider, in milliseconds. */
export const LOGIN_TIME_MS = 10 * 60_000;

const EXPIRY_BYTES = 6;
const BROWSER_BYTES = 16;
const NONCE_BYTES = 8;
const PAYLOAD_BYTES = EXPIRY_BYTES + BROWSER_BYTES + NONCE_BYTES;
const MAC_BYTES = 32;

/** What the id of a login request says. */
export interface LoginRequest {
  id: string;
  samlProviderId: string;
  /** What is kept of the secret in the browser that began it. */
  browser: string;
  expiresAt: Date;
}

/**
 * A request to log in by a provider, for the browser with that secret. All of it is in its id,
 * which is signed: whoever begins logins without end fills no table.
 */
export function newLoginRequest(
  key: string,
  samlProviderId: string,
  browserSecret: string,
  now: Date,
): LoginRequest {
  const expiresAt = now.getTime() + LOGIN_TIME_MS;
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(expiresAt, 0, EXPIRY_BYTES);
  const browser = browserOf(browserSecret);
  const payload = Buffer.concat([expiry, Buffer.from(browser, 'hex'), randomBytes(NONCE_BYTES)]);
  const id = `_${Buffer.concat([payload, macOf(key, samlProviderId, payload)]).toString('base64url')}`;
  return { id, samlProviderId, browser, expiresAt: new Date(expiresAt) };
}

/** The request with that id; null for one that was not made here, for this provider, or is over. */
export function readLoginRequest(
  key: string,
  samlProviderId: string,
  id: string,
  now: Date,
): LoginRequest | null {
  const bytes = Buffer.from(id.slice(1), 'base64url');
  // One text for each id: what is answered once is known by it.
  if (id !== `_${bytes.toString('base64url')}`) return null;
  if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES) return null;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const mac = macOf(key, samlProviderId, payload);
  if (!timingSafeEqual(mac, bytes.subarray(PAYLOAD_BYTES))) return null;
  const expiresAt = new Date(payload.readUIntBE(0, EXPIRY_BYTES));
  const browser = payload.subarray(EXPIRY_BYTES, EXPIRY_BYTES + BROWSER_BYTES).toString('hex');
  return expiresAt > now ? { id, samlProviderId, browser, expiresAt } : null;
}

/** What a request keeps of the secret of a browser: it travels through other hands. */
export function browserOf(secret: string): string {
  return sha256(secret).slice(0, 2 * BROWSER_BYTES);
}

function macOf(key: string, samlProviderId: string, payload: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${samlProviderId}\n`).update(payload).digest();
}
