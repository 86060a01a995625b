import { ExactNumber } from './exact-number.ts';

/** JSON value. */
export type JsonValue = string | number | ExactNumber | boolean | null | JsonValue[] | JsonObject;

/** JSON object. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** Returns the value if it is an object, otherwise undefined. */
export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  const isOther = value === null || Array.isArray(value) || value instanceof ExactNumber;
  return typeof value === 'object' && !isOther ? value : undefined;
}

/** Returns the value if it is a non-empty text, otherwise undefined. */
export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
