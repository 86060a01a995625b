import { hasRoleSql, isMemberSql } from '../../auth/level-sql.ts';
import { spaceVisibleSql } from '../../auth/space-visibility-sql.ts';
import { rawSql, sql, type Sql } from '../../database/database.ts';
import { spaceSource } from '../spaces/space-source.ts';

/** True when the space that a row of `site_spaces` shows exists for the user and is not deleted. */
export function shownSpaceVisibleSql(siteSpace: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM ${rawSql(spaceSource.table)} sp WHERE sp.id = ${siteSpace}.space_id
    AND sp.deleted_at IS NULL AND ${spaceVisibleSql(sql`sp`, userId)})`;
}

/**
 * True when something of an organization's sites exists for the user: for members with a role
 * always, for guests where it holds a space that they may view.
 *
 * @param siteSpaces the condition that the site-space `gs` belongs to the thing
 */
export function siteVisibleSql(organizationId: Sql, siteSpaces: Sql, userId: Sql): Sql {
  return sql`(${hasRoleSql(organizationId, userId)} OR ${isMemberSql(organizationId, userId)}
    AND EXISTS (SELECT FROM site_spaces gs WHERE ${siteSpaces}
      AND ${shownSpaceVisibleSql(sql`gs`, userId)}))`;
}
