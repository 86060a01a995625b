import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';

/** Maximum number of rows in one INSERT. */
const INSERT_ROWS_MAX = 200;

/**
 * Inserts rows that are identified by their hash. Locks existing rows until the end of the
 * transaction, since the collector could delete unreferenced ones. Rows that it deleted before they
 * were locked are inserted again.
 *
 * @param insert inserts rows except for existing hashes, and returns the number of inserted rows
 */
export async function storeRows<Row extends { hash: string }>(
  transaction: PrismaTransaction,
  table: Sql,
  rows: readonly Row[],
  insert: (rows: Row[]) => Promise<{ count: number }>,
): Promise<void> {
  const ordered = rows.toSorted(inHashOrder);
  for (let start = 0; start < ordered.length; start += INSERT_ROWS_MAX) {
    let missing = ordered.slice(start, start + INSERT_ROWS_MAX);
    while (missing.length > 0) {
      const { count } = await insert(missing);
      if (count === missing.length) break;
      const hashes = missing.map(({ hash }) => hash);
      const held = await holdRows(transaction, table, hashes);
      missing = missing.filter(({ hash }) => !held.has(hash));
    }
  }
}

/** Protects rows from collection until the transaction ends. Returns the existing hashes. */
export async function holdRows(
  transaction: PrismaTransaction,
  table: Sql,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction.$queryRaw<{ hash: string }[]>(sql`
    SELECT t.hash FROM ${table} t WHERE t.hash = ANY(${[...hashes]}::text[])
    ORDER BY t.hash FOR KEY SHARE`);
  return new Set(rows.map(({ hash }) => hash));
}

/** All writers use one order, so that two writers of the same content cannot deadlock. */
function inHashOrder(a: { hash: string }, b: { hash: string }): number {
  return a.hash < b.hash ? -1 : 1;
}
