import { sql, type Sql } from '../../../database/database.ts';

/**
 * The chunk of a hash that stands before it in a `FROM`, to be joined to that as `c`. Each is
 * looked up by its key: how many chunks a recursive statement comes to is guessed so high that
 * PostgreSQL would rather read the whole table, of all content that there is.
 */
export function chunkSql(hash: Sql): Sql {
  return sql`CROSS JOIN LATERAL (
    SELECT * FROM content_chunks chunk WHERE chunk.hash = ${hash} OFFSET 0) c`;
}
