import type { z } from 'zod';

/**
 * Tells the type of an input that its schema has passed already: the schema stands on the input
 * type, and nothing reaches a resolver without it.
 */
export function validated<Schema extends z.ZodType>(
  _schema: Schema,
  input: unknown,
): z.output<Schema> {
  return input as z.output<Schema>;
}
