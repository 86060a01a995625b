import { joinSql, rawSql, sql, type Sql } from './database.ts';
import { columnOf } from './columns.ts';

/** Values by the names of Prisma's fields; absent ones are left to the database, or as they are. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Inserts a row. Values are those of the columns: lists are arrays, and SQL is an expression.
 *
 * @param from the rest of the query whose rows are inserted, from `FROM` or `WHERE` on
 */
export function insertSql(table: string, values: Values, from?: Sql): Sql {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = rawSql(given.map(([field]) => columnOf(field)).join());
  const all = joinSql(given.map(([, value]) => sql`${value}`));
  const target = sql`INSERT INTO ${rawSql(table)} (${columns})`;
  return from ? sql`${target} SELECT ${all} ${from}` : sql`${target} VALUES (${all})`;
}

/** Changes the row with a key; null when nothing is given. */
export function updateSql(table: string, key: Values, values: Values): Sql | null {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return null;
  const assign = ([field, value]: [string, unknown]) => sql`${rawSql(columnOf(field))} = ${value}`;
  return sql`UPDATE ${rawSql(table)} SET ${joinSql(given.map(assign))}
    WHERE ${joinSql(Object.entries(key).map(assign), ' AND ')}`;
}

/**
 * Changes the rows that a condition selects, unless they have the values already.
 *
 * @param table with its alias, `c` for example
 * @param further values that are set only if another one changes
 */
export function updateChangedSql(
  table: string,
  condition: Sql,
  values: Values,
  further: Values,
): Sql {
  const alias = table.split(' ').at(-1);
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const isChanged = given.map(
    ([field, value]) => sql`${rawSql(`${alias}.${columnOf(field)}`)} IS DISTINCT FROM ${value}`,
  );
  const assigned = [...given, ...Object.entries(further)];
  const assign = ([field, value]: [string, unknown]) => sql`${rawSql(columnOf(field))} = ${value}`;
  return sql`UPDATE ${rawSql(table)} SET ${joinSql(assigned.map(assign))}
    WHERE ${condition} AND ${given.length > 0 ? sql`(${joinSql(isChanged, ' OR ')})` : sql`FALSE`}`;
}
