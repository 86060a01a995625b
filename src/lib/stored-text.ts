import { z } from 'zod';

/**
 * A text in an input that is kept. PostgreSQL knows no text with U+0000; in JSON it stores it, but
 * then fails every statement that looks into the column. So it is refused before, by the name of
 * the field, and in bytes too: what one surface takes the other can write back.
 */
export const storedText = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not contain the character U+0000');
