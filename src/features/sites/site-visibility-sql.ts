import { hasRoleSql, isMemberSql } from '../../auth/membership-sql.ts';
import { liveSpaceVisibleSql, spaceVisibleSql } from '../../auth/space-visibility-sql.ts';
import { emptySql, rawSql, sql, type Sql } from '../../database/database.ts';
import type { SourceOptions } from '../../pagination/source.ts';
import { spaceSource } from '../spaces/space-source.ts';

/**
 * True when the space that a row of `site_spaces` shows exists for the user and is not deleted. The
 * space of each row is looked up: where PostgreSQL knows too little of spaces yet, it would rather
 * join to all of them.
 *
 * @param visibleSql another form of the same condition on a space, for many rows: they are joined
 */
export function shownSpaceVisibleSql(
  siteSpace: Sql,
  userId: Sql,
  visibleSql = spaceVisibleSql,
): Sql {
  const one = visibleSql === spaceVisibleSql ? sql`OFFSET 0` : emptySql;
  return sql`EXISTS (SELECT FROM ${rawSql(spaceSource.table)} sp WHERE sp.id = ${siteSpace}.space_id
    AND sp.deleted_at IS NULL AND ${visibleSql(sql`sp`, userId)} ${one})`;
}

/** Both forms of the visibility of something that belongs to sites; see `siteVisibleSql`. */
export function siteVisibility(
  organizationId: Sql,
  siteSpaces: Sql,
): Required<Pick<SourceOptions, 'visible' | 'visibleInLists'>> {
  const visibleTo = (visibleSql: typeof spaceVisibleSql) => (viewerId: string) =>
    siteVisibleSql(organizationId, siteSpaces, sql`${viewerId}`, visibleSql);
  return {
    visible: visibleTo(spaceVisibleSql),
    visibleInLists: visibleTo(liveSpaceVisibleSql),
  };
}

/**
 * True when something of an organization's sites exists for the user: for members with a role
 * always, for guests where it holds a space that they may view.
 *
 * @param siteSpaces the condition that the site-space `gs` belongs to the thing
 * @param visibleSql another form of the condition on a space
 */
function siteVisibleSql(
  organizationId: Sql,
  siteSpaces: Sql,
  userId: Sql,
  visibleSql: typeof spaceVisibleSql,
): Sql {
  return sql`(${hasRoleSql(organizationId, userId)} OR ${isMemberSql(organizationId, userId)}
    AND EXISTS (SELECT FROM site_spaces gs WHERE ${siteSpaces}
      AND ${shownSpaceVisibleSql(sql`gs`, userId, visibleSql)}))`;
}
