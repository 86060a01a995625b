import { createHash } from 'node:crypto';

/** SHA-256 as 64 hexadecimal digits: the name of content. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * What is stored of a secret. It is random, so one fast hash is enough; and found by its hash, so
 * how long a search takes tells nothing of it.
 */
export function hashSecret(secret: string): string {
  return sha256(secret);
}
