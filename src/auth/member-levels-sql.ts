import { rawSql, sql, type Sql } from '../database/database.ts';
import { lookUpIfAnySql } from '../database/look-up-sql.ts';
import { levelOfRoleSql } from './level-of-role-sql.ts';
import { collectionSql } from './nested-collections-sql.ts';
import { places, type PlaceKind } from './place.ts';
import { isPublishedSql } from './publication-sql.ts';
import { levelOf } from './roles.ts';

// The rule of level-sql.ts once more, for many members of few places: what it needs to know of the
// places is made once for a statement, not once for a member.

/**
 * The level on one space or collection of the member with the alias `member`, who belongs to its
 * organization: as `levelSql`.
 *
 * @param placeId must not depend on the member
 */
export function levelOfMemberSql(kind: PlaceKind, placeId: Sql, member: Sql): Sql {
  const defaultLevel = nearestDefaultSql(kind, placeId);
  return sql`CASE WHEN ${member}.disabled THEN NULL
    WHEN ${member}.role = 'admin' THEN ${rawSql(String(levelOf('admin')))}
    ELSE COALESCE(
      (${grantedLevelsSql(kind, placeId)} -> ${member}.user_id)::int,
      CASE WHEN ${member}.role IS NULL THEN NULL
        WHEN ${defaultLevel} = 'inherit' THEN ${levelOfRoleSql(sql`${member}.role`)}
        ELSE ${levelOfRoleSql(defaultLevel)} END)
    END`;
}

/** The members of a team, as `tm`; an empty row where there is no team. */
function membersOfTeamSql(teamId: Sql): Sql {
  return lookUpIfAnySql(sql`team_members`, sql`tm`, sql`tm.team_id = ${teamId}`);
}

/** The levels that users have on a place by the strongest of their nearest grants, in JSON. */
function grantedLevelsSql(kind: PlaceKind, placeId: Sql): Sql {
  return sql`(
    WITH RECURSIVE up(id, parent_id, depth) AS (
      SELECT s.id, s.parent_id, 0 FROM ${places[kind].table} s WHERE s.id = ${placeId}
      UNION ALL
      SELECT c.id, c.parent_id, up.depth + 1 FROM up ${collectionSql(sql`up.parent_id`)}
    ), granted AS (
      SELECT COALESCE(g.user_id, tm.user_id) AS user_id, ${levelOfRoleSql(sql`g.role`)} AS level,
        up.depth
      FROM up JOIN grants g ON g.collection_id = up.id OR g.space_id = up.id
      ${membersOfTeamSql(sql`g.team_id`)}
    ), strongest AS (
      SELECT DISTINCT ON (granted.user_id) granted.user_id, granted.level FROM granted
      WHERE granted.user_id IS NOT NULL
      ORDER BY granted.user_id, granted.depth, granted.level DESC
    )
    SELECT jsonb_object_agg(s.user_id, s.level) FROM strongest s)`;
}

/** The nearest default level of a place that is not `inherit`; that where there is none. */
function nearestDefaultSql(kind: PlaceKind, placeId: Sql): Sql {
  return sql`(
    WITH RECURSIVE up(parent_id, default_level, depth) AS (
      SELECT s.parent_id, s.default_level, 0 FROM ${places[kind].table} s WHERE s.id = ${placeId}
      UNION ALL
      SELECT c.parent_id, c.default_level, up.depth + 1
      FROM up ${collectionSql(sql`up.parent_id`)} WHERE up.default_level = 'inherit'
    )
    SELECT up.default_level FROM up ORDER BY up.depth DESC LIMIT 1)`;
}

/** The ids of the users to whom something is granted on some spaces, or above: by a team, too. */
export function usersGrantedOnSql(spaceIds: Sql): Sql {
  return sql`
    WITH RECURSIVE place(id, parent_id) AS (
      SELECT s.id, s.parent_id FROM spaces s WHERE s.id IN (${spaceIds})
      UNION
      SELECT c.id, c.parent_id FROM place ${collectionSql(sql`place.parent_id`)}
    )
    SELECT COALESCE(g.user_id, tm.user_id) FROM place
    JOIN grants g ON g.collection_id = place.id OR g.space_id = place.id
    ${membersOfTeamSql(sql`g.team_id`)}
    WHERE g.user_id IS NOT NULL OR tm.user_id IS NOT NULL`;
}

/**
 * True when every member with a role may view the space with that id, those who join later too: no
 * default level gives them no access, or it is published to everybody.
 */
export function isOpenToMembersSql(spaceId: Sql): Sql {
  return sql`(${nearestDefaultSql('space', spaceId)} IS NOT NULL OR ${isPublishedSql(spaceId)})`;
}
