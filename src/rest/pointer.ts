import { z } from 'zod';
import type { RestInput } from './options.ts';

/**
 * Returns the REST form of a reference: `{ type: "site-section", siteSection: "sec_…" }`.
 *
 * @param types kinds of resources that it may refer to
 * @param key the field with the id
 * @param toInput converts the id to the GraphQL input
 */
export function pointer<Type extends string>(
  types: readonly [Type, ...Type[]],
  key: string,
  toInput: (id: string, type: Type) => unknown,
): RestInput {
  const pointerSchema = z.strictObject({ type: z.enum(types), [key]: z.string() });
  const written = types.map((type) => `"${type}"`).join(' or ');
  return {
    schema: {
      type: 'object',
      properties: { type: { type: 'string', enum: types }, [key]: { type: 'string' } },
      required: ['type', key],
      additionalProperties: false,
    },
    parse: (value) => {
      const { success, data } = pointerSchema.safeParse(value);
      if (!success) throw new Error(`must be { type: ${written}, ${key}: <id> }`);
      const { type, [key]: id } = data as { type: Type } & Record<string, string>;
      return toInput(id ?? '', type);
    },
  };
}
