import { ExactNumber } from './exact-number.ts';

/** A value of JSON. */
export type JsonValue = string | number | ExactNumber | boolean | null | JsonValue[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** The value as an object; undefined when it is anything else. */
export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  const isOther = value === null || Array.isArray(value) || value instanceof ExactNumber;
  return typeof value === 'object' && !isOther ? value : undefined;
}

/** The value as a text; undefined when it is anything else, or empty. */
export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
