import { sql, type Sql } from '../../database/database.ts';

/** The id of the active revision of the space with that id. */
export function headOfSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.revision_id FROM spaces s WHERE s.id = ${spaceId})`;
}

/** The id of the organization that owns the space with that id. */
export function organizationOfSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.organization_id FROM spaces s WHERE s.id = ${spaceId})`;
}
