import { sql, type Sql } from '../../database/database.ts';

/** Returns SQL of the id of a space's active revision. */
export function headOfSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.revision_id FROM spaces s WHERE s.id = ${spaceId})`;
}

/** Returns SQL of the title of a space if it is deleted, otherwise NULL. */
export function titleOfDeletedSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.title FROM spaces s WHERE s.id = ${spaceId} AND s.deleted_at IS NOT NULL)`;
}
