import { rawSql, sql, type Sql } from '../database/database.ts';
import { isOfLive, isViewerSlot } from '../database/slot.ts';
import { levelOf } from './roles.ts';
import { levelSql } from './level-sql.ts';
import { isPublishedSql, publishedSpacesSql } from './publication-sql.ts';
import { organizationsOfSql, canAccessSql } from './can-access-sql.ts';

/** Number of days in which a deleted space can be restored (interface, Limits). */
const RESTORE_DAYS = 7;

/**
 * True while the deleted space with the alias `row` can be restored, by the database's clock.
 *
 * @param at the time that counts; `now()` is when the transaction began
 */
export function isRestorableSql(row: Sql, at = sql`now()`): Sql {
  return sql`(${row}.deleted_at >= ${at} - interval '${rawSql(String(RESTORE_DAYS))} days')`;
}

/**
 * True when the user has any level on the space with the alias `row`. A deleted space is there for
 * its administrators only, who can restore it, and for nobody once that time is over.
 */
export function spaceAccessSql(row: Sql, userId: Sql): Sql {
  if (!isViewerSlot(userId)) return levelledAccessSql(row, userId);
  return unlessDeletedSql(row, userId, canAccessSql('space', row, userId));
}

/** True if the condition is true for the space, or if a deleted space is there for the user. */
function unlessDeletedSql(row: Sql, userId: Sql, condition: Sql): Sql {
  if (isOfLive(userId)) return sql`(${row}.deleted_at IS NULL AND ${condition})`;
  return sql`CASE WHEN ${row}.deleted_at IS NULL THEN ${condition}
    ELSE ${levelledAccessSql(row, userId)} END`;
}

function levelledAccessSql(row: Sql, userId: Sql): Sql {
  const needed = sql`CASE WHEN ${row}.deleted_at IS NULL THEN 1
    WHEN ${isRestorableSql(row)} THEN ${rawSql(String(levelOf('admin')))} END`;
  return sql`COALESCE(${levelSql('space', row, userId)} >= ${needed}, FALSE)`;
}

/** True when the space with the alias `row` is published to everybody. */
function spacePublishedSql(row: Sql): Sql {
  return sql`(${row}.deleted_at IS NULL AND ${isPublishedSql(sql`${row}.id`)})`;
}

/** True when the user may view the space: by level, or because it is published to everybody. */
export function spaceVisibleSql(row: Sql, userId: Sql): Sql {
  return sql`(${spaceAccessSql(row, userId)} OR ${spacePublishedSql(row)})`;
}

/** The same for many spaces and one user, who must not depend on the row. */
export function spaceVisibleInListsSql(row: Sql, userId: Sql): Sql {
  return unlessDeletedSql(row, userId, liveSpaceVisibleSql(row, userId));
}

/** The same for spaces that are not deleted. */
export function liveSpaceVisibleSql(row: Sql, userId: Sql): Sql {
  return sql`(${canAccessSql('space', row, userId)} OR ${isPublishedInListsSql(row, userId)})`;
}

/** Variant of `isPublishedSql` that looks up the user's organizations in one set. */
function isPublishedInListsSql(row: Sql, userId: Sql): Sql {
  if (isViewerSlot(userId)) return isPublishedSql(sql`${row}.id`);
  const own = organizationsOfSql(userId);
  return sql`CASE WHEN ${row}.organization_id IN (${own})
    THEN ${row}.id IN (${publishedSpacesSql(own)}) ELSE ${isPublishedSql(sql`${row}.id`)} END`;
}

/** True when the user has any level on the space with that id. */
export function accessesSpaceSql(spaceId: Sql, userId: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM spaces s WHERE s.id = ${spaceId} AND ${spaceAccessSql(sql`s`, userId)})`;
}

/**
 * True when the user may view what is in the space with that id: by level, or with everybody where
 * the space is published.
 *
 * @param isPublished whether it is shown with the space, whose alias there is `s`
 */
export function seesInSpaceSql(spaceId: Sql, userId: Sql, isPublished: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM spaces s WHERE s.id = ${spaceId} AND (
      ${spaceAccessSql(sql`s`, userId)} OR ${isPublished} AND ${spacePublishedSql(sql`s`)}))`;
}
