import { AppError } from '../errors.ts';
import { sha256 } from '../lib/hash.ts';

const VERSION = '1';
const CHECKSUM_LENGTH = 10;
/** Longest cursor that is looked at, in characters. */
const CURSOR_LENGTH_MAX = 2000;

/** The values of a row by which a list is ordered; the last is its key. */
export type SortValue = string | number | Date;

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

/** Reads a cursor of the same list. @throws INVALID_CURSOR for anything else */
export function decodeCursor(list: string, cursor: string): SortValue[] {
  if (cursor.length > CURSOR_LENGTH_MAX) throw invalidCursor();
  const text = Buffer.from(cursor, 'base64url').toString();
  const body = text.slice(1 + CHECKSUM_LENGTH);
  if (!text.startsWith(VERSION) || text.slice(1, 1 + CHECKSUM_LENGTH) !== checksum(list, body)) {
    throw invalidCursor();
  }
  return (JSON.parse(body) as (string | number | { d: string })[]).map((value) =>
    typeof value === 'object' ? new Date(value.d) : value,
  );
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
