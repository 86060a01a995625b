import { sql, type Sql } from '../database/database.ts';
import { membershipColumns, membershipsOf } from './memberships.ts';
import type { Viewer } from './viewer.ts';

/**
 * Reads what the viewer is in one organization at this moment, for `viewerNow`. Rules that passed
 * before a transaction are asked again inside: the viewer may have been demoted or removed since.
 * The answer holds in a transaction that holds the organization, as whoever changes members does.
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
