import { z } from 'zod';
import type { RestInput } from '../../rest/options.ts';

/** How `/v1` writes a reference: `{ type: "site-section", siteSection: "sec_…" }` (interface). */
export function pointerTo(type: string, key: string): RestInput {
  const pointer = z.strictObject({ type: z.literal(type), [key]: z.string() });
  return {
    schema: {
      type: 'object',
      properties: { type: { const: type }, [key]: { type: 'string' } },
      required: ['type', key],
      additionalProperties: false,
    },
    parse: (value) => {
      const { success, data } = pointer.safeParse(value);
      if (!success) throw new Error(`must be { type: "${type}", ${key}: <id> }`);
      return data[key];
    },
  };
}
