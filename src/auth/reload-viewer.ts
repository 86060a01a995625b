import { sql, type Sql } from '../database/database.ts';
import { membershipColumns, membershipsOf } from './memberships.ts';
import type { Viewer } from './viewer.ts';

/**
 * Reads the membership of the viewer in one organization, for `reloadViewer`. Rules that passed
 * before a transaction are checked again inside: the viewer may have been demoted or removed since.
 * The result holds in a transaction that locks the organization, as each change of members does.
 */
export function membershipQuery(viewer: Viewer, organizationId: Sql): Sql {
  return sql`
    SELECT ${membershipColumns} FROM members m
    WHERE m.organization_id = ${organizationId} AND m.user_id = ${viewer.id} AND NOT m.disabled`;
}

/** Returns the viewer with what the rows of `membershipQuery` say. */
export function reloadViewer(viewer: Viewer, rows: readonly object[]): Viewer {
  return { ...viewer, memberships: membershipsOf(rows.map((row) => Object.values(row))) };
}
