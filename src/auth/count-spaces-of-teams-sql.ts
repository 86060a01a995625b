import { sql, type Sql } from '../database/database.ts';
import { lookUpSql } from '../database/look-up-sql.ts';
import { childrenSql } from './nested-collections-sql.ts';
import { canAccessSql } from './can-access-sql.ts';

/**
 * Counts, for each team, the spaces with a grant to it, directly or on a collection above, on which
 * the user has a level: rows of team id and count. Deleted spaces do not count, and teams without
 * any have no row.
 */
export function countSpacesOfTeamsSql(teamIds: Sql, userId: Sql): Sql {
  return sql`
    WITH RECURSIVE inside(team_id, collection_id) AS (
      SELECT g.team_id, g.collection_id FROM grants g
      WHERE g.team_id = ANY(${teamIds}) AND g.collection_id IS NOT NULL
      UNION
      SELECT inside.team_id, c.id FROM inside ${childrenSql(sql`inside.collection_id`)}
    ), granted(team_id, space_id) AS (
      SELECT g.team_id, g.space_id FROM grants g
      WHERE g.team_id = ANY(${teamIds}) AND g.space_id IS NOT NULL
      UNION
      SELECT inside.team_id, s.id FROM inside
      ${lookUpSql(sql`spaces`, sql`s`, sql`s.parent_id = inside.collection_id`)}
    ), visible AS MATERIALIZED (
      SELECT s.id FROM (SELECT DISTINCT granted.space_id FROM granted) one
      ${lookUpSql(sql`spaces`, sql`s`, sql`s.id = one.space_id`)}
      WHERE s.deleted_at IS NULL AND ${canAccessSql('space', sql`s`, userId)}
    )
    SELECT granted.team_id, count(*)::int
    FROM granted JOIN visible ON visible.id = granted.space_id
    GROUP BY granted.team_id`;
}
