import { joinSql, rawSql, sql, type Sql } from './database.ts';
import { columnOf } from './columns.ts';

/** Values by the names of Prisma's fields; absent ones are left to the database, or as they are. */
type Values = Readonly<Record<string, unknown>>;

/** Inserts a row. Values are those of the columns: lists are arrays. */
export function insertSql(table: string, values: Values): Sql {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = rawSql(given.map(([field]) => columnOf(field)).join());
  const all = joinSql(given.map(([, value]) => sql`${value}`));
  return sql`INSERT INTO ${rawSql(table)} (${columns}) VALUES (${all})`;
}

/** Changes the row with a key; null when nothing is given. */
export function updateSql(
  table: string,
  key: Readonly<Record<string, string>>,
  values: Values,
): Sql | null {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return null;
  const assign = ([field, value]: [string, unknown]) => sql`${rawSql(columnOf(field))} = ${value}`;
  return sql`UPDATE ${rawSql(table)} SET ${joinSql(given.map(assign))}
    WHERE ${joinSql(Object.entries(key).map(assign), ' AND ')}`;
}
