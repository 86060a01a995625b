import { sql, type Sql } from '../database/database.ts';

/** The id of the organization that owns the space with that id: its roles count there. */
export function organizationOfSpaceSql(spaceId: Sql): Sql {
  return sql`(SELECT s.organization_id FROM spaces s WHERE s.id = ${spaceId})`;
}
