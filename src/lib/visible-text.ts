import { z } from 'zod';

/** Matches a visible character: neither white space nor a control or formatting character. */
const VISIBLE_CHARACTER = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE_CHARACTER.test(text);
}

/**
 * A text that names something to people, such as a title or a message. The empty text passes: use
 * `min` where a text is required.
 */
export const visibleText = z
  .string()
  .refine((text) => text === '' || !isBlank(text), 'must have a visible character');
