import { sql, type Sql } from '../../../database/database.ts';
import { lookUpSql } from '../../../database/look-up-sql.ts';

/**
 * The chunk of a hash, to be joined as `c` to what stands before it in a `FROM`: its entries are
 * read only where they are asked for.
 */
export function chunkSql(hash: Sql): Sql {
  return lookUpSql(sql`content_chunks`, sql`c`, sql`c.hash = ${hash}`);
}
