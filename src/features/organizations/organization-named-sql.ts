import { sql, type Sql } from '../../database/database.ts';

/** Returns SQL of the id of the organization with a hostname or an id; NULL if there is none. */
export function organizationNamedSql(name: Sql): Sql {
  return sql`(SELECT o.id FROM organizations o
    WHERE (o.hostname = lower(${name}) OR o.id = ${name}) AND o.blocked_reason IS NULL LIMIT 1)`;
}
