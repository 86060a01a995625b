import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { DocumentError } from './document-error.ts';
import {
  DOCUMENT_ALIASES_MAX,
  DOCUMENT_DEPTH_MAX,
  DOCUMENT_VALUES_MAX,
} from './document-limits.ts';
import type { JsonValue } from './json-value.ts';

/** Merge keys are of YAML 1.1, but specifications use them. */
const schema = CORE_SCHEMA.withTags(mergeTag);

/**
 * The value of a text of JSON or YAML: of JSON where it begins as an object of JSON does. What it
 * costs is bounded, whatever the text.
 *
 * @throws DocumentError for what is neither, or over a limit
 */
export function parseDocument(text: string): JsonValue {
  const value = /^\s*\{/.test(text) ? parseJson(text) : parseYaml(text);
  requireBounds(value);
  return value;
}

/** Every object of JSON is one of YAML, so what is broken JSON can be that. */
function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
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

/** Aliases can repeat a value inside itself, and more often than memory holds. */
function requireBounds(root: JsonValue): void {
  let count = 0;
  const open: [value: JsonValue, depth: number][] = [[root, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    count += 1;
    if (count > DOCUMENT_VALUES_MAX) {
      throw new DocumentError(`has more than ${DOCUMENT_VALUES_MAX} values`);
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DOCUMENT_DEPTH_MAX) {
      throw new DocumentError(`is nested more than ${DOCUMENT_DEPTH_MAX} levels deep`);
    }
    for (const child of Array.isArray(value) ? value : Object.values(value)) {
      open.push([child, depth + 1]);
    }
  }
}
