import { z } from 'zod';

/**
 * A text in an input that is kept as part of JSON. PostgreSQL stores U+0000 there, but then
 * fails every statement that looks into the column, so it is refused before.
 */
export const storedText = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not contain the character U+0000');
