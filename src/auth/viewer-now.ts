import { sql, type Sql } from '../database/database.ts';
import { membershipColumns, membershipsOf } from './memberships.ts';
import type { Viewer } from './viewer.ts';

/**
 * Reads what the viewer is in one organization at this moment, for `viewerNow`. What a rule let
 * pass before a transaction is asked again by it inside: they may have been demoted, disabled or
 * removed since. In a transaction that holds the organization it stays so, as whoever changes members holds
 * it.
 */
export function membershipQuery(viewer: Viewer, organizationId: Sql): Sql {
  return sql`
    SELECT ${membershipColumns} FROM members m
    WHERE m.organization_id = ${organizationId} AND m.user_id = ${viewer.id} AND NOT m.disabled`;
}

/** Returns the viewer with what the rows of `membershipQuery` say. */
export function viewerNow(viewer: Viewer, rows: readonly object[]): Viewer {
  return { ...viewer, memberships: membershipsOf(rows.map((row) => Object.values(row))) };
}
