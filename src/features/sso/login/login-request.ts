import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../../lib/hash.ts';

/** Time limit for logging in at the identity provider, in milliseconds. */
export const LOGIN_TIME_MS = 10 * 60_000;

const EXPIRY_BYTES = 6;
const BROWSER_BYTES = 16;
const NONCE_BYTES = 8;
const PAYLOAD_BYTES = EXPIRY_BYTES + BROWSER_BYTES + NONCE_BYTES;
const MAC_BYTES = 32;

/** Login request, fully encoded in its id. */
export interface LoginRequest {
  id: string;
  samlProviderId: string;
  /** Hash of the secret in the browser that began it. */
  browser: string;
  expiresAt: Date;
}

/**
 * Creates a login request for a provider and a browser's secret. Its signed id contains all data,
 * so that endless logins cannot fill a table.
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

/**
 * Reads a pending login request from its id. Returns null if it is unknown, belongs to another
 * provider, or has expired.
 */
export function readLoginRequest(
  key: string,
  samlProviderId: string,
  id: string,
  now: Date,
): LoginRequest | null {
  const bytes = Buffer.from(id.slice(1), 'base64url');
  // Only the canonical encoding is accepted, because the id identifies a request that is answered
  // once.
  if (id !== `_${bytes.toString('base64url')}`) return null;
  if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES) return null;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const mac = macOf(key, samlProviderId, payload);
  if (!timingSafeEqual(mac, bytes.subarray(PAYLOAD_BYTES))) return null;
  const expiresAt = new Date(payload.readUIntBE(0, EXPIRY_BYTES));
  const browser = payload.subarray(EXPIRY_BYTES, EXPIRY_BYTES + BROWSER_BYTES).toString('hex');
  return expiresAt > now ? { id, samlProviderId, browser, expiresAt } : null;
}

/** Hashes a browser's secret for a request, which passes through other parties. */
export function browserOf(secret: string): string {
  return sha256(secret).slice(0, 2 * BROWSER_BYTES);
}

function macOf(key: string, samlProviderId: string, payload: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${samlProviderId}\n`).update(payload).digest();
}
