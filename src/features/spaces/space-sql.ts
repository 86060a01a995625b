import type { Viewer } from '../../auth/viewer.ts';
import { sql, type Sql } from '../../database/database.ts';

/** Returns SQL of the id of a space's active revision. */
export function headOfSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.revision_id FROM spaces s WHERE s.id = ${spaceId})`;
}

/** Returns SQL of the title of a space if it is deleted, otherwise NULL. */
export function titleOfDeletedSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.title FROM spaces s WHERE s.id = ${spaceId} AND s.deleted_at IS NOT NULL)`;
}

/** True for a space of an organization that the viewer is a member of, as far as is known. */
export function isSpaceOfMemberSql(spaceId: Sql, { memberships }: Viewer): Sql {
  return sql`EXISTS (SELECT FROM spaces s
    WHERE s.id = ${spaceId} AND s.organization_id = ANY(${[...memberships.keys()]}::text[]))`;
}

/**
 * Counts a new change request of a space, if a condition holds. Returns its `number` and the
 * `revision_id` of the content.
 */
export function countChangeRequestSql(spaceId: string, allowed: Sql): Sql {
  return sql`UPDATE spaces SET last_change_request = last_change_request + 1
    WHERE id = ${spaceId} AND ${allowed}
    RETURNING last_change_request AS number, revision_id`;
}
