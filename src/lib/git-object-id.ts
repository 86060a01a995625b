import { createHash } from 'node:crypto';

/** Returns git's id of a file with these bytes: 40 hexadecimal digits. */
export function gitObjectId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
}
