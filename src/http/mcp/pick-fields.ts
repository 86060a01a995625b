import { badInput } from '../../errors.ts';
import type { OpenApiDocument } from '../../rest/openapi/open-api-document.ts';
import type { JsonSchema } from '../../rest/options.ts';
import { alternatives } from './create-mcp-tools.ts';

/** Most fields that a call picks, and that an error lists. */
const FIELDS_MAX = 60;
/** Most characters of a picked field. */
const FIELD_LENGTH_MAX = 200;

/** Fields to pick by name, each with the fields to pick within it. An empty map picks all. */
type FieldTree = ReadonlyMap<string, FieldTree>;

/**
 * Parses the argument `fields` of a call: dotted paths into the result, or into items of a list.
 *
 * @returns undefined for all fields
 * @throws BAD_USER_INPUT naming a field that the result does not have, and those that it has
 */
export function parseFields(
  openApi: OpenApiDocument,
  answer: JsonSchema | undefined,
  fields: unknown,
): FieldTree | undefined {
  if (fields === undefined || fields === null || !answer) return undefined;
  if (!isListOfFields(fields)) {
    throw badInput(
      `"fields" must be an array of at most ${FIELDS_MAX} strings of at most ${FIELD_LENGTH_MAX} ` +
        'characters.',
      ['fields'],
    );
  }
  if (fields.length === 0) return undefined;
  const schemas = itemsOf(openApi, answer);
  const picked = new Map<string, FieldTree>();
  for (const field of fields) {
    // A field contains all fields within it.
    if (fields.some((other) => field.startsWith(`${other}.`))) continue;
    const path = field.replace(/^items\./, '').split('.');
    requireField(openApi, schemas, field, path);
    let at = picked;
    for (const name of path) {
      const within = (at.get(name) ?? new Map()) as Map<string, FieldTree>;
      at.set(name, within);
      at = within;
    }
  }
  return picked;
}

function isListOfFields(fields: unknown): fields is string[] {
  return (
    Array.isArray(fields) &&
    fields.length <= FIELDS_MAX &&
    fields.every((field) => typeof field === 'string' && field.length <= FIELD_LENGTH_MAX)
  );
}

/** Returns a result with the picked fields only. A list keeps its `next` and `count`. */
export function pickFields(answer: object, picked: FieldTree): object {
  const { next, count, items } = answer as { next?: unknown; count?: unknown; items?: unknown };
  if (Array.isArray(items)) return { next, count, items: pick(items, picked) };
  return { next, ...(pick(answer, picked) as object) };
}

function pick(value: unknown, picked: FieldTree): unknown {
  if (picked.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => pick(one, picked));
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const within = picked.get(name);
    return within ? [[name, pick(member, within)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns the schemas of a result, or of the items if it is a list. */
function itemsOf(openApi: OpenApiDocument, answer: JsonSchema): JsonSchema[] {
  const schemas = alternatives(openApi, answer);
  const items = fieldOf(openApi, schemas, 'items');
  return items.length > 0 ? items : schemas;
}

/** Returns the schemas of a field; of a list, those of its items. */
function fieldOf(
  openApi: OpenApiDocument,
  schemas: readonly JsonSchema[],
  name: string,
): JsonSchema[] {
  return schemas
    .map((schema) => (schema['properties'] as Record<string, JsonSchema> | undefined)?.[name])
    .flatMap((schema) => (schema ? withinLists(openApi, schema) : []));
}

function withinLists(openApi: OpenApiDocument, schema: JsonSchema): JsonSchema[] {
  return alternatives(openApi, schema).flatMap((one) => {
    const items = one['type'] === 'array' ? (one['items'] as JsonSchema | undefined) : undefined;
    return items ? withinLists(openApi, items) : [one];
  });
}

function requireField(
  openApi: OpenApiDocument,
  schemas: readonly JsonSchema[],
  field: string,
  [name = '', ...below]: readonly string[],
): void {
  const known = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}));
  // Objects without stated properties may have any.
  const isFree = schemas.some(
    ({ type, properties }) => !properties && (type === undefined || type === 'object'),
  );
  if (isFree) return;
  if (!known.includes(name)) {
    const list = [...new Set(known)].slice(0, FIELDS_MAX).join(', ');
    const hint = list === '' ? 'It has no fields.' : `It has: ${list}.`;
    throw badInput(`"fields" names "${field}", which the result does not have. ${hint}`, [
      'fields',
    ]);
  }
  if (below.length > 0) requireField(openApi, fieldOf(openApi, schemas, name), field, below);
}
