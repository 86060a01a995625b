import { sql, type Sql } from '../database/database.ts';
import { isViewerSlot } from '../database/slot.ts';
import type { PlaceKind } from './place.ts';
import {
  closedCollectionsSql,
  grantedCollectionsSql,
  grantsToSql,
  viewerSets,
} from './viewer-sets-sql.ts';

// The rule of level-sql.ts once more, for many rows: who has any level. What it needs to know of
// the user are sets of ids, which PostgreSQL makes once for a statement, not once for a row: those
// that the statement begins with where the user is its viewer, else sets of its own.

/** The ids of collections on which something is granted to a user, and of all below them. */
function grantedTo(userId: Sql): Sql {
  if (isViewerSlot(userId)) return sql`SELECT c.id FROM ${viewerSets.grantedCollections} c`;
  const steps = grantedCollectionsSql(sql`granted`, sql`(${grantsToSql(userId)})`);
  return sql`WITH RECURSIVE granted(id) AS (${steps}) SELECT granted.id FROM granted`;
}

/** The ids of collections of some organizations that give their members no access by default. */
function closedIn(organizationIds: Sql): Sql {
  const steps = closedCollectionsSql(sql`closed`, organizationIds);
  return sql`WITH RECURSIVE closed(id) AS (${steps}) SELECT closed.id FROM closed`;
}

/** The same of the organizations of a user. */
function closedTo(userId: Sql): Sql {
  if (isViewerSlot(userId)) return sql`SELECT c.id FROM ${viewerSets.closedCollections} c`;
  return closedIn(organizationsOfSql(userId));
}

/** True when members with a role have a level on the space `row`, unless a grant says more. */
export function isOpenSpaceSql(row: Sql, organizationIds: Sql): Sql {
  return isOpenSpaceUnlessSql(row, closedIn(organizationIds));
}

function isOpenSpaceUnlessSql(row: Sql, closedCollections: Sql): Sql {
  return sql`CASE WHEN ${row}.default_level = 'inherit'
    THEN ${row}.parent_id IS NULL OR ${row}.parent_id NOT IN (${closedCollections})
    ELSE ${row}.default_level IS NOT NULL END`;
}

/** The ids of the organizations in which a user is enabled. */
export function organizationsOfSql(userId: Sql, condition = sql`TRUE`): Sql {
  if (isViewerSlot(userId)) {
    return sql`SELECT m.organization_id FROM ${viewerSets.memberships} m WHERE ${condition}`;
  }
  return sql`SELECT m.organization_id FROM members m
    WHERE m.user_id = ${userId} AND NOT m.disabled AND ${condition}`;
}

/** True when a user's grants include the space or collection with the alias `row`. */
function isGrantedSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  const collections = grantedTo(userId);
  const grants = isViewerSlot(userId) ? viewerSets.grants : sql`(${grantsToSql(userId)})`;
  if (kind === 'collection') return sql`${row}.id IN (${collections})`;
  return sql`(
    ${row}.id IN (SELECT g.space_id FROM ${grants} g WHERE g.space_id IS NOT NULL)
    OR ${row}.parent_id IS NOT NULL AND ${row}.parent_id IN (${collections}))`;
}

function isOpenSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  const closed = closedTo(userId);
  return kind === 'space' ? isOpenSpaceUnlessSql(row, closed) : sql`${row}.id NOT IN (${closed})`;
}

/**
 * True when the user has any level on the space or collection with the alias `row`, as `levelSql`
 * where it is not NULL: admins, those with a grant and, where it is open to them, those with a
 * role.
 *
 * @param userId must not depend on the row
 */
export function canAccessSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  const isOpen = isOpenSql(kind, row, userId);
  return sql`(
    ${row}.organization_id IN (${organizationsOfSql(userId, sql`m.role = 'admin'`)})
    OR ${row}.organization_id IN (${organizationsOfSql(userId, sql`m.role IS NOT NULL`)}) AND ${isOpen}
    OR ${row}.organization_id IN (${organizationsOfSql(userId)})
      AND ${isGrantedSql(kind, row, userId)})`;
}
