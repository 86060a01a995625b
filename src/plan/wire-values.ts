import { dateSortText, type SortKind } from '../pagination/cursor.ts';

/**
 * Encoding of a column from the database: always text, which most responses can contain unchanged.
 * `json` is the text of a JSON value, for columns of other types.
 */
export type WireKind = 'text' | 'number' | 'boolean' | 'date' | 'json';

/** Thrown where a plan cannot go on: the operation is executed instead. */
export class NotPlanned extends Error {
  override readonly name = 'NotPlanned';
}

/** Characters that JSON writes otherwise. PostgreSQL holds no half of a surrogate pair. */
// eslint-disable-next-line no-control-regex
const escapedInJson = /[\u0000-\u001f"\\]/;

/** A text in JSON. */
function jsonText(text: string): string {
  return escapedInJson.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/**
 * The ISO form of a time that PostgreSQL wrote, e.g. `2026-01-01 00:00:07.5+00`, in UTC and with
 * milliseconds.
 *
 * @throws NotPlanned for years of other than four digits, and BC, which are written otherwise
 */
function isoTime(text: string): string {
  const { length } = text;
  if (length < 22 || length > 26 || text[10] !== ' ' || text[length - 3] !== '+') {
    throw new NotPlanned('A time of a far year.');
  }
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  return length === 22 ? `${seconds}.000Z` : `${seconds}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}

/** Writes a value that is not null as JSON. */
export function wireToJson(kind: WireKind, text: string): string {
  switch (kind) {
    case 'text':
      return jsonText(text);
    case 'date':
      return `"${isoTime(text)}"`;
    default:
      return text;
  }
}

/** The value as the loaders give it to resolvers. */
export function wireToValue(kind: WireKind, text: string | null): unknown {
  if (text === null) return null;
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      return Number(text);
    case 'boolean':
      return text === 'true';
    case 'date':
      return new Date(isoTime(text));
    case 'json':
      return JSON.parse(text);
  }
}

/** Writes a value that is not null as the JSON that cursors contain. */
export function wireToSortText(wire: WireKind, kind: SortKind, text: string): string {
  const plain = wire === 'json' ? String(JSON.parse(text)) : text;
  switch (kind) {
    case 'text':
      return jsonText(plain);
    case 'number':
      return plain;
    case 'date':
      return dateSortText(isoTime(plain));
  }
}
