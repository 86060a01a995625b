import { sql, type Sql } from '../../database/database.ts';

/** The id of the active revision of the space with that id. */
export function headOfSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.revision_id FROM spaces s WHERE s.id = ${spaceId})`;
}

/** The title of the space with that id when it is deleted, and only then. */
export function titleOfDeletedSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.title FROM spaces s WHERE s.id = ${spaceId} AND s.deleted_at IS NOT NULL)`;
}
