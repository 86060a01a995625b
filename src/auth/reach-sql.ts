import { sql, type Sql } from '../database/database.ts';
import { childrenSql } from './nested-collections-sql.ts';
import type { PlaceKind } from './place.ts';

// The rule of level-sql.ts once more, for many rows: who has any level. What it needs to know of
// the user are sets of ids, which PostgreSQL makes once for a statement, not once for a row.

/** The places of all grants to a user and to their teams. */
export function grantsToSql(userId: Sql): Sql {
  return sql`SELECT g.space_id, g.collection_id FROM grants g WHERE g.user_id = ${userId}
    UNION ALL
    SELECT g.space_id, g.collection_id
    FROM team_members tm JOIN grants g ON g.team_id = tm.team_id WHERE tm.user_id = ${userId}`;
}

/** The ids of collections on which something is granted to a user, and of all below them. */
function grantedCollectionsSql(userId: Sql): Sql {
  return sql`WITH RECURSIVE granted(id) AS (
      SELECT g.collection_id FROM (${grantsToSql(userId)}) g WHERE g.collection_id IS NOT NULL
      UNION
      SELECT c.id FROM granted ${childrenSql(sql`granted.id`)}
    ) SELECT granted.id FROM granted`;
}

/** The ids of collections of some organizations that give their members no access by default. */
function closedCollectionsSql(organizationIds: Sql): Sql {
  return sql`WITH RECURSIVE closed(id) AS (
      SELECT c.id FROM collections c
      WHERE c.organization_id IN (${organizationIds}) AND c.default_level IS NULL
      UNION ALL
      SELECT c.id FROM closed ${childrenSql(sql`closed.id`)}
      WHERE c.default_level = 'inherit'
    ) SELECT closed.id FROM closed`;
}

/** True when members with a role have a level on the space `row`, unless a grant says more. */
export function isOpenSpaceSql(row: Sql, organizationIds: Sql): Sql {
  return sql`CASE WHEN ${row}.default_level = 'inherit'
    THEN ${row}.parent_id IS NULL
      OR ${row}.parent_id NOT IN (${closedCollectionsSql(organizationIds)})
    ELSE ${row}.default_level IS NOT NULL END`;
}

/** The ids of the organizations in which a user is enabled. */
export function organizationsOfSql(userId: Sql, condition = sql`TRUE`): Sql {
  return sql`SELECT m.organization_id FROM members m
    WHERE m.user_id = ${userId} AND NOT m.disabled AND ${condition}`;
}

/** True when a user's grants lead to the space or collection with the alias `row`. */
function isGrantedSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  const collections = grantedCollectionsSql(userId);
  if (kind === 'collection') return sql`${row}.id IN (${collections})`;
  return sql`(
    ${row}.id IN (SELECT g.space_id FROM (${grantsToSql(userId)}) g WHERE g.space_id IS NOT NULL)
    OR ${row}.parent_id IS NOT NULL AND ${row}.parent_id IN (${collections}))`;
}

function isOpenSql(kind: PlaceKind, row: Sql, organizationIds: Sql): Sql {
  return kind === 'space'
    ? isOpenSpaceSql(row, organizationIds)
    : sql`${row}.id NOT IN (${closedCollectionsSql(organizationIds)})`;
}

/**
 * True when the user has any level on the space or collection with the alias `row`, as `levelSql`
 * where it is not NULL: admins, those with a grant and, where it is open to them, those with a
 * role.
 *
 * @param userId must not depend on the row
 */
export function reachesSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  const isOpen = isOpenSql(kind, row, organizationsOfSql(userId));
  return sql`(
    ${row}.organization_id IN (${organizationsOfSql(userId, sql`m.role = 'admin'`)})
    OR ${row}.organization_id IN (${organizationsOfSql(userId, sql`m.role IS NOT NULL`)}) AND ${isOpen}
    OR ${row}.organization_id IN (${organizationsOfSql(userId)})
      AND ${isGrantedSql(kind, row, userId)})`;
}
