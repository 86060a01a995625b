import { sql, type Sql } from '../database/database.ts';
import { isViewerSlot } from '../database/slot.ts';
import { viewerSets } from './viewer-sets-sql.ts';

/** The same of the viewer of the statement. */
function isOwnSql(organizationId: Sql, condition: Sql): Sql {
  return sql`${organizationId} IN (
    SELECT m.organization_id FROM ${viewerSets.memberships} m WHERE ${condition})`;
}

/** True when the user is an enabled member, guests included, of the organization. */
export function isMemberSql(organizationId: Sql, userId: Sql): Sql {
  if (isViewerSlot(userId)) return isOwnSql(organizationId, sql`TRUE`);
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
  if (isViewerSlot(userId)) return isOwnSql(organizationId, sql`m.role IS NOT NULL`);
  return sql`EXISTS (SELECT FROM members m WHERE m.organization_id = ${organizationId}
    AND m.user_id = ${userId} AND NOT m.disabled AND m.role IS NOT NULL)`;
}

/** True when the user is an enabled admin of the organization. */
export function administersSql(organizationId: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM members m WHERE m.organization_id = ${organizationId}
    AND m.user_id = ${userId} AND NOT m.disabled AND m.role = 'admin')`;
}

/** True when the viewer is an enabled member of an organization that the user belongs to. */
export function sharesOrganizationSql(userId: Sql, viewerId: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM members theirs JOIN members mine ON mine.organization_id = theirs.organization_id
    WHERE theirs.user_id = ${userId} AND mine.user_id = ${viewerId} AND NOT mine.disabled)`;
}
