import { AdaptiveSchemaError, requireBounds, requireDraft07 } from './adaptive-schema-rules.ts';

/** Limits of an adaptive schema in addition to its size. */
const attributeLimits = {
  /** Attributes on all levels. */
  count: 200,
  /** Levels of nested attributes, including `unsigned`. */
  depth: 5,
  nameLength: 64,
  descriptionLength: 500,
  /** Values per enumeration. */
  values: 50,
  valueLength: 100,
} as const;

/** Description that the interface prescribes for `unsigned`. */
const UNSIGNED_DESCRIPTION = 'Unsigned claims of the site visitor.';
const SCHEMA_URI = 'http://json-schema.org/draft-07/schema#';
const primitives = ['boolean', 'string', 'number'] as const;
/** Names with a special meaning in some languages that read claims. */
const reservedNames = new Set(['__proto__', 'constructor', 'prototype']);
const controlCharacter = /\p{Cc}/u;

export type AttributeType = (typeof primitives)[number] | 'enum' | 'array' | 'object';

/** Claim that a site expects of its visitors. */
export interface VisitorAttribute {
  /** Path of names from the top; unsigned claims are below `unsigned`. */
  path: readonly string[];
  type: AttributeType;
  description: string;
  /** Values of an enumeration, or of an array of enumeration items. */
  values: readonly string[] | null;
  /** Item type of an array. */
  itemType: Exclude<AttributeType, 'array' | 'object'> | null;
}

type Schema = Readonly<Record<string, unknown>>;

/** JSON pointer to a place in a schema. */
type Pointer = string;

/**
 * Reads the attributes of an adaptive schema in order (interface, SiteAdaptiveSchema). Of JSON
 * Schema draft-07 it allows only descriptions of booleans, strings, numbers, enumerations, arrays
 * and nested objects.
 *
 * @throws AdaptiveSchemaError with a pointer to the invalid place
 */
export function readAdaptiveSchema(jsonSchema: unknown): VisitorAttribute[] {
  requireBounds(jsonSchema);
  requireDraft07(jsonSchema);
  const schema = objectAt(jsonSchema, '');
  requireKeys(schema, '', ['type', 'properties', 'additionalProperties'], ['$schema']);
  if (schema['$schema'] !== undefined && schema['$schema'] !== SCHEMA_URI) {
    throw new AdaptiveSchemaError('/$schema', `must be "${SCHEMA_URI}"`);
  }
  const attributes = [...readProperties(schema, '', [])];
  if (attributes.length > attributeLimits.count) {
    throw new AdaptiveSchemaError('', `must have at most ${attributeLimits.count} attributes`);
  }
  return attributes;
}

/** Yields the attributes of an object, including nested ones. */
function* readProperties(
  schema: Schema,
  at: Pointer,
  path: readonly string[],
): Iterable<VisitorAttribute> {
  if (schema['type'] !== 'object') throw new AdaptiveSchemaError(`${at}/type`, 'must be "object"');
  if (schema['additionalProperties'] !== false) {
    throw new AdaptiveSchemaError(`${at}/additionalProperties`, 'must be false');
  }
  if (path.length >= attributeLimits.depth) {
    throw new AdaptiveSchemaError(at, `is nested in more than ${attributeLimits.depth} levels`);
  }
  const properties = objectAt(schema['properties'], `${at}/properties`);
  for (const [name, property] of Object.entries(properties)) {
    const place = `${at}/properties/${escapePointer(name)}`;
    requireName(name, place);
    const attribute = objectAt(property, place);
    if (path.length === 0 && name === 'unsigned') yield* readUnsigned(attribute, place);
    else yield* readAttribute(attribute, place, [...path, name]);
  }
}

function readUnsigned(schema: Schema, at: Pointer): Iterable<VisitorAttribute> {
  requireKeys(schema, at, ['type', 'description', 'properties', 'additionalProperties']);
  if (schema['description'] !== UNSIGNED_DESCRIPTION) {
    throw new AdaptiveSchemaError(`${at}/description`, `must be "${UNSIGNED_DESCRIPTION}"`);
  }
  return readProperties(schema, at, ['unsigned']);
}

function* readAttribute(
  schema: Schema,
  at: Pointer,
  path: readonly string[],
): Iterable<VisitorAttribute> {
  const description = readDescription(schema, at);
  const plain = { path, description, values: null, itemType: null };
  switch (schema['type']) {
    case 'object':
      requireKeys(schema, at, ['type', 'description', 'properties', 'additionalProperties']);
      yield { ...plain, type: 'object' };
      yield* readProperties(schema, at, path);
      break;
    case 'array': {
      requireKeys(schema, at, ['type', 'description', 'items']);
      const items = objectAt(schema['items'], `${at}/items`);
      readDescription(items, `${at}/items`);
      const { type: itemType, values } = readPrimitive(items, `${at}/items`);
      yield { ...plain, type: 'array', itemType, values };
      break;
    }
    default:
      yield { ...plain, ...readPrimitive(schema, at) };
  }
}

function readPrimitive(schema: Schema, at: Pointer) {
  const type = primitives.find((primitive) => primitive === schema['type']);
  if (!type) {
    throw new AdaptiveSchemaError(
      `${at}/type`,
      'must be "boolean", "string", "number", "array" or "object"; items of arrays are no arrays and no objects',
    );
  }
  requireKeys(schema, at, ['type', 'description'], type === 'string' ? ['enum'] : []);
  const values = schema['enum'];
  if (values === undefined) return { type, values: null };
  return { type: 'enum' as const, values: readValues(values, `${at}/enum`) };
}

function readValues(values: unknown, at: Pointer): string[] {
  if (!Array.isArray(values) || values.length === 0 || values.length > attributeLimits.values) {
    throw new AdaptiveSchemaError(at, `must be a list of 1 to ${attributeLimits.values} texts`);
  }
  const texts = values.map((value, index) =>
    readText(value, `${at}/${index}`, attributeLimits.valueLength),
  );
  const twice = texts.findIndex((text, index) => texts.indexOf(text) !== index);
  if (twice >= 0) throw new AdaptiveSchemaError(`${at}/${twice}`, 'appears twice');
  return texts;
}

function readDescription(schema: Schema, at: Pointer): string {
  if (!Object.hasOwn(schema, 'description')) {
    throw new AdaptiveSchemaError(at, 'must have a "description"');
  }
  return readText(schema['description'], `${at}/description`, attributeLimits.descriptionLength);
}

function requireName(name: string, at: Pointer): void {
  if (reservedNames.has(name)) throw new AdaptiveSchemaError(at, 'has a name that is reserved');
  if (name === '') throw new AdaptiveSchemaError(at, 'must have a name');
  readText(name, at, attributeLimits.nameLength);
}

function readText(value: unknown, at: Pointer, lengthMax: number): string {
  if (typeof value !== 'string') throw new AdaptiveSchemaError(at, 'must be a text');
  if (value.length > lengthMax) {
    throw new AdaptiveSchemaError(at, `must have at most ${lengthMax} characters`);
  }
  if (controlCharacter.test(value)) {
    throw new AdaptiveSchemaError(at, 'must have no control characters');
  }
  return value;
}

function objectAt(value: unknown, at: Pointer): Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AdaptiveSchemaError(at, 'must be an object');
  }
  return value as Schema;
}

function requireKeys(
  schema: Schema,
  at: Pointer,
  required: readonly string[],
  optional: readonly string[] = [],
): void {
  const missing = required.find((key) => !Object.hasOwn(schema, key));
  if (missing !== undefined) throw new AdaptiveSchemaError(at, `must have a "${missing}"`);
  const known = new Set([...required, ...optional]);
  const unknown = Object.keys(schema).find((key) => !known.has(key));
  if (unknown !== undefined) {
    const place = `${at}/${escapePointer(unknown)}`;
    throw new AdaptiveSchemaError(place, 'is not a keyword of adaptive schemas');
  }
}

/** Escapes a name for a JSON pointer (RFC 6901). */
function escapePointer(name: string): string {
  const short = name.length > attributeLimits.nameLength ? `${name.slice(0, 64)}…` : name;
  return short.replaceAll('~', '~0').replaceAll('/', '~1');
}
