import { AppError } from '../errors.ts';
import { sha256 } from '../lib/hash.ts';

const VERSION = '1';
const CHECKSUM_LENGTH = 10;
/** Longest cursor that is looked at, in characters. */
const CURSOR_LENGTH_MAX = 2000;
/** How dates are written: years of four digits, which the database reads; it knows no year 0. */
const datePattern = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The values of a row by which a list is ordered; the last is its key. */
export type SortValue = string | number | Date;

/** What a list can be ordered by. */
export type SortKind = 'text' | 'number' | 'date';

/**
 * A cursor names a place in a list, not a row: the sort values of the row that was there. It holds
 * when the row is gone. The checksum ties it to one list and one order.
 *
 * @param list the name of the list and of its order
 */
export function encodeCursor(list: string, values: readonly SortValue[]): string {
  const body = JSON.stringify(
    values.map((value) => (value instanceof Date ? { d: value.toISOString() } : value)),
  );
  return Buffer.from(`${VERSION}${checksum(list, body)}${body}`).toString('base64url');
}

/**
 * Reads a cursor of the same list. The checksum is no secret, so what it protects is checked too.
 *
 * @param kinds what the list is ordered by, in order
 * @throws INVALID_CURSOR for anything else
 */
export function decodeCursor(
  list: string,
  cursor: string,
  kinds: readonly SortKind[],
): SortValue[] {
  if (cursor.length > CURSOR_LENGTH_MAX) throw invalidCursor();
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips what does not belong there, but a place has one cursor only.
  if (bytes.toString('base64url') !== cursor) throw invalidCursor();
  const text = bytes.toString();
  const body = text.slice(1 + CHECKSUM_LENGTH);
  if (!text.startsWith(VERSION) || text.slice(1, 1 + CHECKSUM_LENGTH) !== checksum(list, body)) {
    throw invalidCursor();
  }
  const values = parseArray(body);
  if (values.length !== kinds.length) throw invalidCursor();
  return kinds.map((kind, index) => decodeValue(kind, values[index]));
}

function parseArray(body: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(body);
    if (Array.isArray(values)) return values;
  } catch {
    // Told below.
  }
  throw invalidCursor();
}

function decodeValue(kind: SortKind, value: unknown): SortValue {
  switch (kind) {
    case 'text':
      if (typeof value === 'string' && !value.includes('\0')) return value;
      break;
    case 'number':
      // The bitwise operation keeps what the database's integers hold.
      if (typeof value === 'number' && value === (value | 0)) return value;
      break;
    case 'date': {
      const text = (value as { d?: unknown } | null)?.d;
      if (typeof text !== 'string' || !datePattern.test(text)) break;
      const date = new Date(text);
      // The 24th hour and the 30th of February would become other dates, up to the year 10000.
      if (!Number.isNaN(date.getTime()) && date.toISOString() === text) return date;
    }
  }
  throw invalidCursor();
}

function checksum(list: string, body: string): string {
  return sha256(`${list}\n${body}`).slice(0, CHECKSUM_LENGTH);
}

function invalidCursor(): AppError {
  return new AppError(
    'INVALID_CURSOR',
    'This is no cursor of this list: pass one that the same list returned, with the same order.',
  );
}
