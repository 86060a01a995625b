import { sql, type Sql } from '../../database/database.ts';

/** The id of the active revision of the space with that id. */
export function headOfSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.revision_id FROM spaces s WHERE s.id = ${spaceId})`;
}
