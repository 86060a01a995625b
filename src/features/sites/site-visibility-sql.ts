import { hasRoleSql, isMemberSql } from '../../auth/membership-sql.ts';
import { liveSpaceVisibleSql, spaceVisibleSql } from '../../auth/space-visibility-sql.ts';
import { emptySql, rawSql, sql, type Sql } from '../../database/database.ts';
import type { SourceOptions } from '../../pagination/source.ts';
import { spaceSource } from '../spaces/space-source.ts';

/**
 * Returns SQL that is true when the space of a `site_spaces` row is visible to the user and not
 * deleted. It forces a lookup per row: without statistics on spaces, PostgreSQL would join all of
 * them.
 *
 * @param visibleSql alternative condition on a space for many rows, which are joined
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

/** Returns both forms of a site part's visibility; see `siteVisibleSql`. */
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
 * Returns SQL that is true when a part of an organization's sites is visible to the user: always
 * for members with a role, for guests if it contains a space that they may view.
 *
 * @param siteSpaces condition that the site-space `gs` belongs to the part
 * @param visibleSql alternative condition on a space
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
