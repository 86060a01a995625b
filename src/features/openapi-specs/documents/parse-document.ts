import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { DocumentError } from './document-error.ts';
import {
  DOCUMENT_ALIASES_MAX,
  DOCUMENT_DEPTH_MAX,
  DOCUMENT_VALUES_MAX,
} from './specification-limits.ts';
import { exactNumberTags, markedNumber, parseMarkedJson } from './exact-number.ts';
import { asObject, type JsonObject, type JsonValue } from './json-value.ts';

/** Merge keys belong to YAML 1.1, but specifications use them. */
const schema = CORE_SCHEMA.withTags(mergeTag, exactNumberTags);

/**
 * Parses JSON or YAML; a text that begins like a JSON object is JSON. Numbers keep their notation.
 * The cost is bounded for any input.
 *
 * @throws DocumentError for invalid input, or input over a limit
 */
export function parseSpecification(text: string): JsonValue {
  const holder = [/^\s*\{/.test(text) ? parseJson(text) : parseYaml(text)];
  settleValues(holder);
  return holder[0] ?? null;
}

/** Parses JSON that `exactJson` wrote. */
export function parseStoredDocument(json: string): JsonValue {
  const holder = [parseMarkedJson(json) as JsonValue];
  settleValues(holder);
  return holder[0] ?? null;
}

/** Parses JSON. A JSON-like text that is not valid JSON can still be valid YAML. */
function parseJson(text: string): JsonValue {
  try {
    return parseMarkedJson(text) as JsonValue;
  } catch (error) {
    if (/^\s*\{\s*["}]/.test(text)) {
      throw new DocumentError(`is not valid JSON: ${(error as Error).message}`);
    }
    return parseYaml(text);
  }
}

function parseYaml(text: string): JsonValue {
  try {
    return load(text, {
      schema,
      maxDepth: DOCUMENT_DEPTH_MAX,
      maxAliases: DOCUMENT_ALIASES_MAX,
    }) as JsonValue;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    const place = mark ? ` (line ${mark.line + 1}, column ${mark.column + 1})` : '';
    throw new DocumentError(`is not valid YAML: ${reason}${place}`);
  }
}

/**
 * Replaces marked texts by numbers and enforces the limits. Aliases can nest a value in itself, or
 * repeat it beyond the available memory.
 */
function settleValues(holder: JsonValue[]): void {
  let count = 0;
  const open: [value: JsonObject | JsonValue[], depth: number][] = [[holder, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (depth > DOCUMENT_DEPTH_MAX) {
      throw new DocumentError(`is nested more than ${DOCUMENT_DEPTH_MAX} levels deep`);
    }
    if (!Array.isArray(value)) settleNames(value);
    for (const [name, child] of Object.entries(value)) {
      count += 1;
      if (count > DOCUMENT_VALUES_MAX) {
        throw new DocumentError(`has more than ${DOCUMENT_VALUES_MAX} values`);
      }
      const number = typeof child === 'string' ? markedNumber(child) : undefined;
      if (number) setMember(value, name, number);
      else if (isNested(child)) open.push([child, depth + 1]);
    }
  }
}

/** Restores member names that look like numbers, in their order. */
function settleNames(object: JsonObject): void {
  const members = Object.entries(object);
  if (!members.some(([name]) => markedNumber(name))) return;
  for (const [name] of members) delete object[name];
  for (const [name, value] of members) {
    setMember(object, String(markedNumber(name) ?? name), value);
  }
}

/** Sets a member, even one named `__proto__`. */
function setMember(object: JsonObject | JsonValue[], name: string, value: JsonValue): void {
  const member = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(object, name, member);
}

function isNested(value: JsonValue): value is JsonObject | JsonValue[] {
  return Array.isArray(value) || asObject(value) !== undefined;
}
