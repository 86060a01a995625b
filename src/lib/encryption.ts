import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

const ALGORITHM = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32];

/**
 * Encrypts a value with a secret.
 *
 * @param purpose separates the uses of one secret: a value is decrypted only with its own purpose
 */
export function encrypt(value: unknown, secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret, purpose), nonce);
  const encrypted = [cipher.update(serialize(value)), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
}

/**
 * Decrypts a value.
 *
 * @throws if the secret or purpose is another one, or if the bytes were changed
 */
export function decrypt(bytes: Uint8Array, secret: string, purpose: string): unknown {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret, purpose), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return deserialize(Buffer.concat(opened));
}

function keyOf(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}
