import { sql, type PrismaTransaction, type Sql } from '../database/database.ts';
import { forbidden, notFound } from '../errors.ts';
import { heldLevelSql } from './level-sql.ts';
import { places, type NamedPlace } from './place.ts';
import { reaches, type Level, type Role } from './roles.ts';
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
 * Checks the rows of `heldLevelQuery`.
 *
 * @throws NOT_FOUND when the viewer has no level any more, FORBIDDEN when it is not enough for what
 *   the role may do
 */
export function checkLevel(rows: readonly object[], { kind, id }: NamedPlace, role: Role): void {
  const [place] = rows as readonly { title: string; level: Level | null }[];
  if (!place || place.level === null) throw notFound(kind, id);
  if (!reaches(place.level, role)) throw forbidden(`do this in the ${kind} "${place.title}"`, role);
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
