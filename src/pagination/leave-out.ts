import { sql } from '../database/database.ts';
import { sha256 } from '../lib/hash.ts';
import type { Connection } from './connection.ts';
import { column } from './source.ts';

/** What is left out below a row, by the row. */
const leftOut = new WeakMap<object, readonly string[]>();

/**
 * The same row, from which no list and no single read leads to the rows with these ids, at any
 * depth and on the way back: they are neither shown nor counted. What a row says of itself stays as
 * it is.
 */
export function leaveOutBelow<Row extends object>(row: Row, ids: readonly string[]): Row {
  if (ids.length === 0) return row;
  const copy = { ...row };
  leftOut.set(copy, ids);
  return copy;
}

/** A row that a row leads to, with the same left out as there. */
export function passOn<Row extends object>(parent: object, row: Row): Row {
  return leaveOutBelow(row, leftOut.get(parent) ?? []);
}

/** A row that a row leads to, in the same way; null when it is left out itself. */
export function reachFrom<Row extends { id: string }>(from: object, row: Row | null): Row | null {
  return row && !leftOut.get(from)?.includes(row.id) ? passOn(from, row) : null;
}

/** A list of a row, without what is left out below it. */
export function listBelow<Row, Args>(
  parent: object,
  connection: Connection<Row, Args>,
): Connection<Row, Args> {
  const ids = leftOut.get(parent);
  if (!ids) return connection;
  return {
    ...connection,
    // Loaders tell lists apart by their names.
    name: `${connection.name} without ${sha256(ids.join())}`,
    filter: (args, viewerId) => [
      ...(connection.filter?.(args, viewerId) ?? []),
      sql`${column(connection.source.keyField)} <> ALL(${[...ids]}::text[])`,
    ],
  };
}
