import { z } from 'zod';
import type { JsonSchema } from './options.ts';

/** Returns the JSON Schema of one field of a zod object; undefined if it has no such field. */
export function fieldSchema(objectSchema: unknown, field: string): JsonSchema | undefined {
  if (!(objectSchema instanceof z.ZodObject)) return undefined;
  const shape = objectSchema.shape as Record<string, z.ZodType>;
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
  return schema && schemaOf(schema);
}

/**
 * Returns the JSON Schema of the input of a zod schema. A part with a `component` in its metadata
 * refers to that component of the OpenAPI document.
 */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const { component } = jsonSchema as { component?: string };
      if (component === undefined) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.$ref = `#/components/schemas/${component}`;
    },
  });
  return json;
}

/** Appends the limits of a JSON Schema to a description, unless it already contains them. */
export function describeLimits(description: string | null | undefined, limits: JsonSchema): string {
  const words = limitsInWords(limits);
  const isSaid = description?.toLowerCase().includes(words.toLowerCase()) ?? false;
  return isSaid ? (description ?? '') : [description, words].filter(Boolean).join(' ');
}

/** Returns the limits of a JSON Schema in words: `2 to 128 characters.`; empty if it has none. */
function limitsInWords(schema: JsonSchema): string {
  const branches = (schema['anyOf'] as JsonSchema[] | undefined) ?? [schema];
  const limits = branches.find((branch) => branch['type'] !== 'null') ?? {};
  const parts = [
    range(limits['minLength'], limits['maxLength'], 'characters'),
    range(limits['minItems'], limits['maxItems'], 'items'),
    range(limits['minimum'], limits['maximum'], ''),
    typeof limits['pattern'] === 'string' && limits['format'] === undefined
      ? `Pattern \`${limits['pattern']}\`.`
      : '',
    limits['items'] ? ofEach(limits['items'] as JsonSchema) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns the limits of list items in words. Objects have none: their fields state their own. */
function ofEach(items: JsonSchema): string {
  const limits = limitsInWords(items);
  return limits === '' ? '' : `Each: ${limits[0]?.toLowerCase()}${limits.slice(1)}`;
}

function range(from: unknown, to: unknown, unit: string): string {
  const lowest = typeof from === 'number' && from > Number.MIN_SAFE_INTEGER ? from : undefined;
  const highest = typeof to === 'number' && to < Number.MAX_SAFE_INTEGER ? to : undefined;
  const suffix = unit === '' ? '.' : ` ${unit}.`;
  if (lowest !== undefined && highest !== undefined) return `${lowest} to ${highest}${suffix}`;
  if (lowest !== undefined) return `At least ${lowest}${suffix}`;
  return highest === undefined ? '' : `At most ${highest}${suffix}`;
}
