import { isMap, isScalar, parseDocument, stringify } from 'yaml';
import type { Pair, YAMLMap } from 'yaml';
import {
  asMap,
  parseYaml,
  scalarText,
  type YamlMap,
} from '../../../document/docs-folder/parse-yaml.ts';
import { isSameValue } from '../../../lib/same-value.ts';

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
  const edited = editInPlace(yaml, values);
  if (edited !== undefined && isSameValue(parseYaml(edited).map, after)) return edited;
  return Object.keys(after).length === 0 ? '' : write(after);
}

function withValues(map: YamlMap, values: YamlValues): YamlMap {
  const all = Object.entries({ ...map, ...values });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Returns undefined for a map that is not in block style. */
function editInPlace(yaml: string, values: YamlValues): string | undefined {
  const document = parseDocument(yaml, { uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0) return undefined;
  const lineEnd = yaml.includes('\r\n') ? '\r\n' : '\n';
  if (document.contents === null) {
    const start = yaml === '' || yaml.endsWith('\n') ? yaml : `${yaml}${lineEnd}`;
    return `${start}${write(withValues({}, values)).replaceAll('\n', lineEnd)}`;
  }
  if (!isMap(document.contents) || document.contents.flow === true) return undefined;
  const edits = editsOf(yaml, document.contents, values);
  let text = yaml;
  for (const { start, end, text: part } of edits.toSorted((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + part.replaceAll('\n', lineEnd) + text.slice(end);
  }
  return text;
}

function editsOf(yaml: string, map: YAMLMap, values: YamlValues): Edit[] {
  const pairs = new Map(map.items.map((pair) => [keyOf(pair), pair]));
  const last = map.items.at(-1);
  const indent = ' '.repeat(columnOf(yaml, startOf(map.items[0])));
  const added: string[] = [];
  const edits = Object.entries(values).flatMap(([key, value]): Edit[] => {
    const pair = pairs.get(key);
    if (!pair) {
      if (value !== undefined) added.push(`${indent}${entry(key, value, indent)}`);
      return [];
    }
    if (value === undefined) return [removal(yaml, pair)];
    const wanted = asMap(value);
    if (wanted && isMap(pair.value) && pair.value.flow !== true && Object.keys(wanted).length > 0) {
      const known = pair.value;
      const gone = known.items.map((item) => [keyOf(item), undefined] as const);
      return editsOf(yaml, known, { ...Object.fromEntries(gone), ...wanted });
    }
    if (isScalar(pair.value) && isWrittenAs(pair.value, value)) return [];
    return [{ start: startOf(pair), end: endOf(pair), text: entry(key, value, indent) }];
  });
  if (added.length > 0 && last) {
    const end = lineEndAt(yaml, endOf(last));
    const isOpen = end === 0 || yaml[end - 1] !== '\n';
    edits.push({ start: end, end, text: `${isOpen ? '\n' : ''}${added.join('\n')}\n` });
  }
  return edits;
}

/** Returns the edit that removes the lines of an entry. */
function removal(yaml: string, pair: Pair): Edit {
  const start = yaml.lastIndexOf('\n', startOf(pair) - 1) + 1;
  return { start, end: lineEndAt(yaml, endOf(pair)), text: '' };
}

function isWrittenAs({ source, value }: { source?: string; value: unknown }, wanted: unknown) {
  return value === wanted || (typeof wanted === 'string' && source === wanted && value !== null);
}

function entry(key: string, value: unknown, indent: string): string {
  return write({ [key]: value })
    .trimEnd()
    .replaceAll('\n', `\n${indent}`);
}

function write(map: YamlMap): string {
  return stringify(map, { lineWidth: 0 });
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? (key.source ?? scalarText(key.value) ?? '') : '';
}

function startOf(pair: Pair | undefined): number {
  return rangeOf(pair?.key)?.[0] ?? 0;
}

/** Returns the end of an entry's value, before white space and comments. */
function endOf(pair: Pair): number {
  return rangeOf(pair.value)?.[1] ?? rangeOf(pair.key)?.[1] ?? 0;
}

function rangeOf(node: unknown): readonly number[] | undefined {
  return (node as { range?: readonly number[] | null } | null | undefined)?.range ?? undefined;
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
