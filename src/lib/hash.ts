import { hash } from 'node:crypto';

/** Returns the SHA-256 hash as 64 hexadecimal digits; it identifies content. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/**
 * Returns the stored form of a secret. Secrets are random, so one fast hash is enough. They are
 * looked up by hash, so the time of a lookup reveals nothing.
 */
export function hashSecret(secret: string): string {
  return sha256(secret);
}
