import { z } from 'zod';

/**
 * A text in an input that is stored. U+0000 is rejected with the name of the field: PostgreSQL has
 * no text with it, and fails statements that read it from JSON. Texts stored as bytes reject it
 * too, so that a text from one surface can be written on the other.
 */
export const withoutNul = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not contain the character U+0000');
