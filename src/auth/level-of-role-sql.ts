import { rawSql, sql, type Sql } from '../database/database.ts';
import { roles } from './roles.ts';

// A literal, which PostgreSQL need not be sent again each time.
const rolesSql = rawSql(`'{${roles.join()}}'::text[]`);

/** The level of a role: 1 to 6, NULL for NULL. */
export function levelOfRoleSql(role: Sql): Sql {
  return sql`array_position(${rolesSql}, ${role})`;
}
