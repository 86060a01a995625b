import { sql, type PrismaTransaction, type Sql } from '../../../database/database.ts';

/** Most rows of one INSERT. */
const INSERT_ROWS_MAX = 200;

/**
 * Inserts rows that are named by what they hold. Those that are there already are held until the
 * end of the transaction: it may be that nobody refers to them, and the collector would take them.
 * What it took before they were held is inserted again.
 *
 * @param insert inserts rows but those whose hash is there, and answers how many it inserted
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

/** Keeps rows from being collected until the transaction ends. Answers those that are there. */
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

/** One order for all writers, so that two who store the same content cannot wait for each other. */
function inHashOrder(a: { hash: string }, b: { hash: string }): number {
  return a.hash < b.hash ? -1 : 1;
}
