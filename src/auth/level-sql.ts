import { sql, type Sql } from '../database/database.ts';
import { roles } from './roles.ts';

/** The level of a role: 1 to 6, NULL for NULL. */
export function levelOfRoleSql(role: Sql): Sql {
  return sql`array_position(${[...roles]}::text[], ${role})`;
}

/** True when a grant `g` is for the user, or for a team of theirs. */
function grantedTo(userId: Sql): Sql {
  return sql`(g.user_id = ${userId} OR g.team_id IN (
    SELECT tm.team_id FROM team_members tm WHERE tm.user_id = ${userId}))`;
}

/** The collections above a parent, nearest first, as `up(id, default_level, depth)`. */
function collectionsAbove(parentId: Sql): Sql {
  return sql`WITH RECURSIVE up(id, parent_id, default_level, depth) AS (
      SELECT c.id, c.parent_id, c.default_level, 1 FROM collections c WHERE c.id = ${parentId}
      UNION ALL
      SELECT c.id, c.parent_id, c.default_level, up.depth + 1
      FROM up JOIN collections c ON c.id = up.parent_id
    )`;
}

/**
 * A user's level on a space or a collection: the strongest grant on it, else on the nearest
 * collection that has one; else the nearest default level that is not `inherit` (null there means
 * none); else the role in the organization. An organization admin is always admin; guests have
 * what was granted to them and no default; a disabled member and a stranger have nothing.
 *
 * @param row the alias of the row, with `organization_id`, `parent_id` and `default_level`
 * @param grantsOnRow the condition that a grant `g` is on the row itself
 * @returns SQL for 1 (`read`) to 6 (`admin`), NULL for no access
 */
function levelSql(row: Sql, grantsOnRow: Sql, userId: Sql): Sql {
  return sql`(
    SELECT CASE WHEN m.role = 'admin' THEN 6 ELSE COALESCE(
      (SELECT max(${levelOfRoleSql(sql`g.role`)}) FROM grants g
        WHERE ${grantsOnRow} AND ${grantedTo(userId)}),
      (${collectionsAbove(sql`${row}.parent_id`)}
        SELECT max(${levelOfRoleSql(sql`g.role`)}) FROM up JOIN grants g ON g.collection_id = up.id
        WHERE ${grantedTo(userId)} GROUP BY up.depth ORDER BY up.depth LIMIT 1),
      CASE WHEN m.role IS NULL THEN NULL
        WHEN ${row}.default_level IS DISTINCT FROM 'inherit' THEN ${levelOfRoleSql(sql`${row}.default_level`)}
        ELSE (
          SELECT CASE WHEN d.found THEN ${levelOfRoleSql(sql`d.default_level`)} ELSE ${levelOfRoleSql(sql`m.role`)} END
          FROM (VALUES (1)) one LEFT JOIN LATERAL (
            ${collectionsAbove(sql`${row}.parent_id`)}
            SELECT TRUE AS found, up.default_level FROM up
            WHERE up.default_level IS DISTINCT FROM 'inherit' ORDER BY up.depth LIMIT 1
          ) d ON TRUE
        )
      END)
    END
    FROM members m
    WHERE m.organization_id = ${row}.organization_id AND m.user_id = ${userId} AND NOT m.disabled
  )`;
}

/** A user's level on the space with the alias `row`. */
export function spaceLevelSql(row: Sql, userId: Sql): Sql {
  return levelSql(row, sql`g.space_id = ${row}.id`, userId);
}

/** A user's level on the space with that id. */
export function levelOnSpaceSql(spaceId: Sql, userId: Sql): Sql {
  return sql`(SELECT ${spaceLevelSql(sql`s`, userId)} FROM spaces s WHERE s.id = ${spaceId})`;
}

/** True when somebody was granted a role on the space itself. */
export function isGrantedSql(spaceId: Sql): Sql {
  return sql`EXISTS (SELECT FROM grants g WHERE g.space_id = ${spaceId})`;
}

/** A user's level on the collection with the alias `row`. */
export function collectionLevelSql(row: Sql, userId: Sql): Sql {
  return levelSql(row, sql`g.collection_id = ${row}.id`, userId);
}

/** True when the user is an enabled member, guests included, of the organization. */
export function isMemberSql(organizationId: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM members m WHERE m.organization_id = ${organizationId}
    AND m.user_id = ${userId} AND NOT m.disabled)`;
}

/** True when the user is a member of the organization, be it one who is disabled. */
export function belongsToSql(organizationId: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM members m
    WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId})`;
}

/** True when the user is an enabled member with a role, which guests are not. */
export function hasRoleSql(organizationId: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM members m WHERE m.organization_id = ${organizationId}
    AND m.user_id = ${userId} AND NOT m.disabled AND m.role IS NOT NULL)`;
}

/** True when the viewer is an enabled member of an organization that the user belongs to. */
export function sharesOrganizationSql(userId: Sql, viewerId: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM members theirs JOIN members mine ON mine.organization_id = theirs.organization_id
    WHERE theirs.user_id = ${userId} AND mine.user_id = ${viewerId} AND NOT mine.disabled)`;
}
