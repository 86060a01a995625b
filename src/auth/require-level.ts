import { rawSql, sql, type PrismaTransaction, type Sql } from '../database/database.ts';
import { forbidden, notFound } from '../errors.ts';
import { heldLevelSql } from './level-sql.ts';
import { places, type NamedPlace } from './place.ts';
import { levelOf, hasAtLeast, type Level, type Role } from './roles.ts';
import type { Viewer } from './viewer.ts';

/**
 * Reads the viewer's level on a space or a collection, for `checkLevel`: what they had before may
 * have been taken away since. Whoever then wants to demote, disable or remove them waits for the
 * end of the transaction; other writes of theirs do not. It is read of what the transaction holds:
 * what was granted on a place changes only for those who hold it.
 */
export function heldLevelQuery(viewer: Viewer, { kind, id }: NamedPlace): Sql {
  return sql`
    SELECT s.title, ${heldLevelSql(kind, sql`s`, sql`${viewer.id}`)} AS level
    FROM ${places[kind].table} s WHERE s.id = ${id}`;
}

/**
 * A write that does nothing unless a condition holds, as common table expressions. The last one is
 * named `written` and has a row for each row that was written.
 */
export type GuardedWrite = (allowed: Sql) => Sql;

/** Returns a guarded write of one statement, which must contain the condition. */
export function guardedWrite(statement: (allowed: Sql) => Sql): GuardedWrite {
  return (allowed) => sql`written AS (${statement(allowed)} RETURNING 1)`;
}

/**
 * Reads the viewer's level as `heldLevelQuery` does, and writes if the level is enough for what the
 * role may do. The column `written` has the number of rows that were written.
 *
 * @param isWritable a further condition on the place `s`
 */
export function writeAtLevelQuery(
  viewer: Viewer,
  { kind, id }: NamedPlace,
  role: Role,
  { isWritable, write }: { isWritable: Sql; write: GuardedWrite },
): Sql {
  return sql`
    WITH held AS MATERIALIZED (
      SELECT s.title, ${heldLevelSql(kind, sql`s`, sql`${viewer.id}`)} AS level,
        ${isWritable} AS writable
      FROM ${places[kind].table} s WHERE s.id = ${id}
    ), ${write(sql`EXISTS (SELECT FROM held
      WHERE held.writable AND held.level >= ${rawSql(String(levelOf(role)))})`)}
    SELECT held.title, held.level, (SELECT count(*)::int FROM written) AS written FROM held`;
}

/** Returns whether the statement of `writeAtLevelQuery` wrote something. */
export function hasWritten([row]: readonly object[]): boolean {
  return (row as { written: number } | undefined)?.written === 1;
}

/**
 * Checks the rows of `heldLevelQuery`.
 *
 * @throws NOT_FOUND when the viewer has no level any more, FORBIDDEN when it is not enough for what
 *   the role may do
 */
export function checkLevel(rows: readonly object[], { kind, id }: NamedPlace, role: Role): void {
  const [place] = rows as readonly { title: string; level: Level | null }[];
  if (!place || place.level === null) throw notFound(kind, id);
  if (!hasAtLeast(place.level, role))
    throw forbidden(`do this in the ${kind} "${place.title}"`, role);
}

/**
 * Reads and checks the viewer's level on a place that the transaction holds.
 *
 * @throws what checkLevel throws
 */
export async function requireLevel(
  transaction: PrismaTransaction,
  viewer: Viewer,
  place: NamedPlace,
  role: Role,
): Promise<void> {
  const rows = await transaction.$queryRaw<object[]>(heldLevelQuery(viewer, place));
  checkLevel(rows, place, role);
}
