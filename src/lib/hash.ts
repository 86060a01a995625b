import { createHash } from 'node:crypto';

/** SHA-256 as 64 hexadecimal digits: the name of content, and the stored form of a token. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
