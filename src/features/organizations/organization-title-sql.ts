import { sql, type Sql } from '../../database/database.ts';

/** Returns SQL of the title of an organization, for people who know it without being members. */
export function organizationTitleSql(id: Sql): Sql {
  return sql`(SELECT o.title FROM organizations o WHERE o.id = ${id})`;
}
