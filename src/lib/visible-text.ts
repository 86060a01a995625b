import { storedText } from './stored-text.ts';

/** A character that leaves a mark: neither white space nor a control or formatting character. */
const VISIBLE_CHARACTER = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns whether a text has nothing that a reader could see. */
export function isBlank(text: string): boolean {
  return !VISIBLE_CHARACTER.test(text);
}

/**
 * A text in an input by which people know something, such as a title or a message. The empty text
 * passes: where one is required, `min` says so.
 */
export const visibleText = storedText.refine(
  (text) => text === '' || !isBlank(text),
  'must have a visible character',
);
