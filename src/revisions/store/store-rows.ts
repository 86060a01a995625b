import { joinSql, rawSql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';

/** Maximum number of rows in one INSERT. */
const INSERT_ROWS_MAX = 200;

/** A table whose rows are identified by the hash of their content. */
export interface HashedTable {
  name: string;
  /** The columns besides `hash`, and their types. One of them is `size`. */
  columns: readonly (readonly [name: string, type: string])[];
}

/** A row, with values in the order of the columns. */
export interface HashedRow {
  hash: string;
  values: readonly unknown[];
}

/**
 * Inserts rows except for existing hashes. Locks existing rows until the end of the transaction,
 * since the collector could delete unreferenced ones. The last rows are sent with the statement
 * that follows.
 */
export async function storeRows(
  transaction: PrismaTransaction,
  table: HashedTable,
  rows: readonly HashedRow[],
): Promise<void> {
  const distinct = [...new Map(rows.map((row) => [row.hash, row])).values()];
  const ordered = distinct.toSorted(inHashOrder);
  for (let start = 0; start < ordered.length; start += INSERT_ROWS_MAX) {
    const end = start + INSERT_ROWS_MAX;
    const statement = insertQuery(table, ordered.slice(start, end));
    if (end < ordered.length) await transaction.$executeRaw(statement);
    else await executeLast(transaction, statement);
  }
}

/**
 * Locks the rows that exist, and inserts the others. A row that somebody else inserts meanwhile is
 * locked by the update, which changes nothing. One that the collector deletes is inserted.
 */
function insertQuery({ name, columns }: HashedTable, rows: readonly HashedRow[]): Sql {
  const values = rows.map((row) => {
    const others = row.values.map(
      (value, index) => sql`${value}::${rawSql(columns[index]?.[1] ?? '')}`,
    );
    return sql`(${row.hash}::text, ${joinSql(others)})`;
  });
  const names = rawSql(['hash', ...columns.map(([column]) => column)].join());
  const table = rawSql(name);
  return sql`
    WITH new (${names}) AS (VALUES ${joinSql(values)}),
    held AS MATERIALIZED (${holdQuery(
      table,
      rows.map(({ hash }) => hash),
    )})
    INSERT INTO ${table} (${names})
    SELECT ${names} FROM new WHERE hash NOT IN (SELECT hash FROM held) ORDER BY hash
    ON CONFLICT (hash) DO UPDATE SET size = excluded.size WHERE FALSE`;
}

/** Protects rows from collection until the transaction ends. Returns the existing hashes. */
export async function holdRows(
  transaction: PrismaTransaction,
  { name }: HashedTable,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction.$queryRaw<{ hash: string }[]>(holdQuery(rawSql(name), hashes));
  return new Set(rows.map(({ hash }) => hash));
}

/** All writers lock in one order, so that two writers of the same content cannot deadlock. */
function holdQuery(table: Sql, hashes: readonly string[]): Sql {
  return sql`SELECT t.hash FROM ${table} t WHERE t.hash = ANY(${[...hashes]}::text[])
    ORDER BY t.hash FOR KEY SHARE`;
}

function inHashOrder(a: HashedRow, b: HashedRow): number {
  return a.hash < b.hash ? -1 : 1;
}
