import { sql, type PrismaTransaction } from '../database/database.ts';
import { forbidden, notFound } from '../errors.ts';
import { heldLevelSql } from './level-sql.ts';
import { places, type NamedPlace } from './place.ts';
import { reaches, type Level, type Role } from './roles.ts';
import type { Viewer } from './viewer.ts';

/**
 * Asks in the transaction for the viewer's level on a space or a collection: what they had before
 * may have been taken away since. Whoever then wants to demote, disable or remove them waits for
 * the end of the transaction; other writes of theirs do not. It is asked of what is held before
 * this: what was granted on a place changes only for those who hold it.
 *
 * @throws NOT_FOUND when they have none any more, FORBIDDEN when it is not enough for what the role
 *   may do
 */
export async function requireLevel(
  transaction: PrismaTransaction,
  viewer: Viewer,
  { kind, id }: NamedPlace,
  role: Role,
): Promise<void> {
  const [place] = await transaction.$queryRaw<{ title: string; level: Level | null }[]>(sql`
    SELECT s.title, ${heldLevelSql(kind, sql`s`, sql`${viewer.id}`)} AS level
    FROM ${places[kind].table} s WHERE s.id = ${id}`);
  if (!place || place.level === null) throw notFound(kind, id);
  if (!reaches(place.level, role)) throw forbidden(`do this in the ${kind} "${place.title}"`, role);
}
