import type { z } from 'zod';
import { schemaOf } from '../../../rest/limit-schemas.ts';
import type { JsonSchema } from '../../../rest/options.ts';

/** Returns the shape of a group of settings in words, with its limits, for descriptions. */
export function describeSettings(schema: z.ZodType): string {
  return `Its shape: \`${shapeOf(schemaOf(schema))}\`.`;
}

function shapeOf(schema: JsonSchema): string {
  const { $ref, enum: values, const: value, anyOf, type } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? '';
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(anyOf)) return (anyOf as JsonSchema[]).map(shapeOf).join(' | ');
  if (type === 'object') return objectShape(schema);
  if (type === 'array') {
    return `[${shapeOf(schema['items'] as JsonSchema)}]${rangeOf(schema, 'minItems', 'maxItems')}`;
  }
  const { pattern, format } = schema;
  const matching = format === undefined && typeof pattern === 'string' ? ` ${pattern}` : '';
  const name = typeof format === 'string' ? format : (type as string);
  return `${name}${matching}${rangeOf(schema, 'minLength', 'maxLength')}${rangeOf(schema, 'minimum', 'maximum')}`;
}

function objectShape({ properties = {}, required = [] }: JsonSchema): string {
  const members = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, member]) =>
      `${name}${(required as string[]).includes(name) ? '' : '?'}: ${shapeOf(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function rangeOf(schema: JsonSchema, lowest: string, highest: string): string {
  const [from, to] = [schema[lowest], schema[highest]].map((bound) =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? String(bound) : '',
  );
  return from || to ? `(${from ?? ''}..${to ?? ''})` : '';
}
