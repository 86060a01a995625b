import { z } from 'zod';
import type { RestInput } from './options.ts';

/**
 * How `/v1` writes a reference (interface): `{ type: "site-section", siteSection: "sec_…" }`.
 *
 * @param types what it may refer to
 * @param key the field that has the id
 * @param toInput makes what the graph takes of it
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
