import { sql } from '../database/database.ts';
import { sha256 } from '../lib/hash.ts';
import type { Connection } from './connection.ts';
import { column } from './source.ts';

/** What is left out below a row, by the row. */
const leftOut = new WeakMap<object, readonly string[]>();

/**
 * The same row, below which no list has the rows with these ids, at any depth: they are neither
 * shown nor counted. What a row says of itself, and what is above it, stays as it is.
 */
export function leaveOutBelow<Row extends object>(row: Row, ids: readonly string[]): Row {
  if (ids.length === 0) return row;
  const copy = { ...row };
  leftOut.set(copy, ids);
  return copy;
}

/** A row of a list, with what is left out below the row that has the list. */
export function passOn<Row extends object>(parent: object, row: Row): Row {
  return leaveOutBelow(row, leftOut.get(parent) ?? []);
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
