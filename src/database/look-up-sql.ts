import { sql, type Sql } from './database.ts';

/**
 * The rows of a table for each row before it in a `FROM`, to be joined to that as `alias`. They are
 * looked up by an index each time: how many rows a recursive statement comes to is guessed so high
 * that PostgreSQL would rather read the whole table, which belongs to all organizations.
 *
 * @param condition names an indexed column of `alias` and a row before it
 */
export function lookUpSql(table: Sql, alias: Sql, condition: Sql): Sql {
  return sql`CROSS JOIN LATERAL ${rowsOf(table, alias, condition)}`;
}

/** The same, and an empty row where there is none. */
export function lookUpIfAnySql(table: Sql, alias: Sql, condition: Sql): Sql {
  return sql`LEFT JOIN LATERAL ${rowsOf(table, alias, condition)} ON TRUE`;
}

function rowsOf(table: Sql, alias: Sql, condition: Sql): Sql {
  return sql`(SELECT * FROM ${table} ${alias} WHERE ${condition} OFFSET 0) ${alias}`;
}
