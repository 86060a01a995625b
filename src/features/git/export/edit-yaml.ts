import { CORE_SCHEMA, dump } from 'js-yaml';
import {
  asMap,
  parseYaml,
  scalarText,
  type YamlMap,
} from '../../../document/docs-folder/parse-yaml.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import { readYamlEntries, type YamlEntry } from './yaml-entries.ts';

/** Values by key; undefined removes the key. */
export type YamlValues = Readonly<Record<string, unknown>>;

/** Replacement of a part of a text. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Sets values in a YAML map and keeps the rest of its text byte for byte: other keys, comments,
 * quotes and order. Nested maps are edited in the same way. A map that cannot be edited in place is
 * rewritten from its values, and a text that is not a map is replaced.
 */
export function editYaml(yaml: string, values: YamlValues): string {
  const before = parseYaml(yaml).map ?? {};
  const after = withValues(before, values);
  if (isSameValue(before, after) && parseYaml(yaml).map) return yaml;
  const edited = editInPlace(yaml, before, values);
  if (edited !== undefined && isSameValue(parseYaml(edited).map, after)) return edited;
  return Object.keys(after).length === 0 ? '' : write(after);
}

function withValues(map: YamlMap, values: YamlValues): YamlMap {
  const all = Object.entries({ ...map, ...values });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Returns undefined for a map that is not in block style. */
function editInPlace(yaml: string, before: YamlMap, values: YamlValues): string | undefined {
  const entries = readYamlEntries(yaml);
  if (!entries) return undefined;
  const lineEnd = yaml.includes('\r\n') ? '\r\n' : '\n';
  if (entries.length === 0) {
    const start = yaml === '' || yaml.endsWith('\n') ? yaml : `${yaml}${lineEnd}`;
    return `${start}${write(withValues({}, values)).replaceAll('\n', lineEnd)}`;
  }
  const edits = editsOf(yaml, entries, before, values);
  let text = yaml;
  for (const { start, end, text: part } of edits.toSorted((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + part.replaceAll('\n', lineEnd) + text.slice(end);
  }
  return text;
}

function editsOf(yaml: string, entries: YamlEntry[], before: YamlMap, values: YamlValues): Edit[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const last = entries.at(-1);
  const indent = ' '.repeat(columnOf(yaml, entries[0]?.start ?? 0));
  const added: string[] = [];
  const edits = Object.entries(values).flatMap(([key, value]): Edit[] => {
    const entry = byKey.get(key);
    if (!entry) {
      if (value !== undefined) added.push(`${indent}${entryText(key, value, indent)}`);
      return [];
    }
    if (value === undefined) return [removal(yaml, entry)];
    const known = before[key];
    const [map, knownMap] = [asMap(value), asMap(known)];
    if (map && knownMap && entry.entries && Object.keys(map).length > 0) {
      const gone = Object.keys(knownMap).map((name) => [name, undefined] as const);
      return editsOf(yaml, entry.entries, knownMap, { ...Object.fromEntries(gone), ...map });
    }
    if (known === value || (typeof value === 'string' && scalarText(known) === value)) return [];
    return [{ start: entry.start, end: entry.end, text: entryText(key, value, indent) }];
  });
  if (added.length > 0 && last) {
    const end = lineEndAt(yaml, last.end);
    const isOpen = end === 0 || yaml[end - 1] !== '\n';
    edits.push({ start: end, end, text: `${isOpen ? '\n' : ''}${added.join('\n')}\n` });
  }
  return edits;
}

/** Returns the edit that removes the lines of an entry. */
function removal(yaml: string, entry: YamlEntry): Edit {
  const start = yaml.lastIndexOf('\n', entry.start - 1) + 1;
  return { start, end: lineEndAt(yaml, entry.end), text: '' };
}

function entryText(key: string, value: unknown, indent: string): string {
  return write({ [key]: value })
    .trimEnd()
    .replaceAll('\n', `\n${indent}`);
}

function write(map: YamlMap): string {
  return dump(map, { schema: CORE_SCHEMA, lineWidth: -1, quoteStyle: 'double' });
}

/** Returns the end of the line that contains a position; at a line start, the position itself. */
function lineEndAt(yaml: string, place: number): number {
  if (place > 0 && yaml[place - 1] === '\n') return place;
  const end = yaml.indexOf('\n', place);
  return end < 0 ? yaml.length : end + 1;
}

function columnOf(yaml: string, place: number): number {
  return place - (yaml.lastIndexOf('\n', place - 1) + 1);
}
