import type { z } from 'zod';

/**
 * Casts an input to the output of its schema. The input type has the schema, so every input that
 * reaches a resolver is validated.
 */
export function validated<Schema extends z.ZodType>(
  _schema: Schema,
  input: unknown,
): z.output<Schema> {
  return input as z.output<Schema>;
}
