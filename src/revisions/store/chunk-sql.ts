import { sql, type Sql } from '../../database/database.ts';
import { lookUpSql } from '../../database/look-up-sql.ts';

/** Joins the chunk of a hash as `c` in a `FROM`. Its entries are read only if they are selected. */
export function chunkSql(hash: Sql): Sql {
  return lookUpSql(sql`content_chunks`, sql`c`, sql`c.hash = ${hash}`);
}
