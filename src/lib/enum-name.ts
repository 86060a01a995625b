import { nameWords } from './name-words.ts';

/**
 * Returns GraphQL's spelling of an enum value of the interface: `share-link` is `SHARE_LINK`,
 * `joinedAt` is `JOINED_AT`.
 */
export function enumName(value: string): string {
  return nameWords(value).join('_').toUpperCase();
}
