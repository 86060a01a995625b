import { openDatabase, rawSql, sql, type Database } from '../../src/database/database.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** The database of a world. */
export interface BorrowedDatabase {
  url: string;
  db: Database;
  giveBack(): Promise<void>;
}

/** A database that is dropped when it is given back. */
interface OwnDatabase extends BorrowedDatabase {
  drop: TestDatabase['drop'];
}

/** A database with its open connections. */
interface Spare {
  own: OwnDatabase;
  /** Its empty tables. */
  tables: readonly string[];
  catalog: unknown;
  /** Number of worlds that used these connections. */
  lendings: number;
}

/** Allows some requests to wait for each other, without opening many connections. */
const POOL_SIZE = 4;

/** Tests of all operations send more statements than a gateway should keep prepared. */
const preparedMax = { statements: 2000, operations: 400 };

/** Number of files after which connections are replaced, whose prepared statements fill up. */
const LENDINGS_MAX = 20;

/** Emptied databases of this process. Creating one takes many times as long as emptying one. */
const spares: Spare[] = [];

/** Opens a database that is dropped when it is given back. */
export function openTestDatabase({ url, drop }: TestDatabase, poolSize = POOL_SIZE): OwnDatabase {
  const db = openDatabase(url, { poolSize, preparedMax });
  const giveBack = async () => {
    await db.close();
    await drop();
  };
  return { url, db, drop, giveBack };
}

/**
 * Lends a migrated database without rows, which no other world uses. When it is given back, it is
 * emptied for the next world; it is dropped if more than rows changed.
 */
export async function borrowDatabase(): Promise<BorrowedDatabase> {
  const spare = spares.pop() ?? (await createSpare());
  const { own, tables, catalog } = spare;
  const { db, url } = own;
  return {
    url,
    // Spies on it, and secrets that are known by it, are of one world.
    db: { ...db, writes: { trouble: null } },
    async giveBack() {
      if (!db.pool.ended && (await isUnused(db)) && (await readCatalog(db)) === catalog) {
        await deleteRows(db, tables);
        spares.push(await prepareForNext(spare));
      } else {
        await own.giveBack();
      }
    },
  };
}

async function createSpare(): Promise<Spare> {
  const own = openTestDatabase(await createTestDatabase());
  const tables = await listEmptyTables(own.db);
  return { own, tables, catalog: await readCatalog(own.db), lendings: 0 };
}

/** Opens new connections to an emptied database if its connections were lent often. */
async function prepareForNext(spare: Spare): Promise<Spare> {
  const lendings = spare.lendings + 1;
  if (lendings < LENDINGS_MAX) return { ...spare, lendings };
  const { url, db, drop } = spare.own;
  await db.close();
  return { ...spare, own: openTestDatabase({ url, drop }), lendings: 0 };
}

async function listEmptyTables({ query }: Database): Promise<string[]> {
  const tables = await query(sql`
    SELECT oid::regclass::text FROM pg_class
    WHERE relkind = 'r' AND relnamespace IN (
      SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'graphile_worker'))`);
  const parts = tables.map(
    ([table]) => `SELECT '${String(table)}' WHERE NOT EXISTS (SELECT FROM ${String(table)})`,
  );
  return (await query(rawSql(parts.join(' UNION ALL ')))).map(([table]) => String(table));
}

async function deleteRows({ pool }: Database, tables: readonly string[]): Promise<void> {
  const deletions = tables.map((table) => `DELETE FROM ${table};`).join('');
  // All rows go, so foreign keys need no check.
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${deletions} COMMIT;`);
}

/** Checks that no connection is in use, and that there is none besides those of the pool. */
async function isUnused({ pool, query }: Database): Promise<boolean> {
  if (pool.idleCount < pool.totalCount) return false;
  const [row] = await query(
    sql`SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()
      AND backend_type = 'client backend'`,
  );
  return row?.[0] === pool.totalCount;
}

const catalogs = ['class', 'attribute', 'constraint', 'index', 'proc', 'trigger', 'statistic'];

/** Returns a text that changes with the tables, functions and statistics of a database. */
async function readCatalog({ query }: Database): Promise<unknown> {
  const rows = catalogs.map((name) => `SELECT xmin::text::bigint FROM pg_${name}`);
  const [row] = await query(
    rawSql(
      `SELECT concat_ws(' ', count(*), max(xmin), (SELECT sum(reltuples) FROM pg_class))
        FROM (${rows.join(' UNION ALL ')}) AS t (xmin)`,
    ),
  );
  return row?.[0];
}
