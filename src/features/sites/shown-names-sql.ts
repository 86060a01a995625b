import { isPublishedSql } from '../../auth/publication-sql.ts';
import { canAccessSql } from '../../auth/can-access-sql.ts';
import { rawSql, sql, type Sql } from '../../database/database.ts';
import { spaceSource } from '../spaces/space-source.ts';

/** Titles of sites and sections without a title of their own. */
export const defaultTitles = { site: 'Untitled site', section: 'Untitled section' } as const;

/**
 * Returns SQL that is true if the viewer may read a name that was copied from a space: the space
 * exists, and the viewer may view it. The name of a space in the trash is as visible as before.
 *
 * @param spaceId id of the space; NULL for a name that was given
 */
function isNameVisibleSql(spaceId: Sql, viewerId: string): Sql {
  return sql`(${spaceId} IS NULL OR EXISTS (SELECT FROM ${rawSql(spaceSource.table)} ns WHERE ns.id = ${spaceId}
    AND (${canAccessSql('space', sql`ns`, sql`${viewerId}`)} OR ${isPublishedSql(sql`ns.id`)})))`;
}

/** Returns SQL of the title that the viewer sees of a site or section with the alias `row`. */
export function shownTitleSql(kind: keyof typeof defaultTitles, row: Sql, viewerId: string): Sql {
  return sql`CASE WHEN ${isNameVisibleSql(sql`${row}.title_space_id`, viewerId)} THEN ${row}.title
    ELSE ${rawSql(`'${defaultTitles[kind]}'`)} END`;
}

/**
 * Returns SQL of the path that the viewer sees of a section: its id if the path is copied from a
 * space that is hidden from them. Addresses with either point to the section.
 */
export function shownPathSql(
  { id, path, pathSpaceId }: { id: Sql; path: Sql; pathSpaceId: Sql },
  viewerId: string,
): Sql {
  return sql`CASE WHEN ${isNameVisibleSql(pathSpaceId, viewerId)} THEN ${path} ELSE ${id} END`;
}
