import { sql, type Sql } from '../database/database.ts';
import { lookUpSql } from '../database/look-up-sql.ts';

// The steps of recursive statements through collections, each as `c`.

/** The collection with an id. */
export function collectionSql(id: Sql): Sql {
  return lookUpSql(sql`collections`, sql`c`, sql`c.id = ${id}`);
}

/** The collections right below one. */
export function childrenSql(collectionId: Sql): Sql {
  return lookUpSql(sql`collections`, sql`c`, sql`c.parent_id = ${collectionId}`);
}
