import { badInput } from '../errors.ts';

/** Maximum length of a key, in characters. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

/** Lifetime of a key, in milliseconds: a day. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the key in the header `Idempotency-Key`, without its optional double quotes. Null without
 * the header.
 *
 * @throws BAD_USER_INPUT for an invalid key
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = typeof header === 'string' ? header.trim() : '';
  const key = /^"([^"]*)"$/.exec(text)?.[1] ?? text;
  if (!/^[\x21\x23-\x7e]+$/.test(key) || key.length > IDEMPOTENCY_KEY_LENGTH_MAX) {
    throw badInput(
      'The header "Idempotency-Key" must have 1 to ' +
        `${IDEMPOTENCY_KEY_LENGTH_MAX} characters, all of them printable ASCII without spaces ` +
        'and quotes: take a random UUID.',
    );
  }
  return key;
}
