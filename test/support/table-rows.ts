import { newId, idPrefixes, type IdKind } from '../../src/lib/id.ts';
import { joinSql, rawSql, sql } from '../../src/database/database.ts';
import type { World } from './world.ts';

/** A row as JSON in PostgreSQL's format. */
type Row = Record<string, unknown>;

/** The rows of a database, by table. */
export type TableRows = ReadonlyMap<string, readonly Row[]>;

/** Tables that are not copied: shared content, users with their tokens, secrets and the log. */
const sharedTables = [
  ...['blobs', 'content_chunks', 'text_derivations', 'released_content'],
  ...['users', 'api_tokens', 'secrets', 'change_log'],
];

/** Kinds of ids in shared tables, and of pages and files, which are in shared content. */
const sharedKinds: ReadonlySet<string> = new Set<IdKind>(['User', 'ApiToken', 'Page', 'File']);
const copiedPrefixes = Object.entries(idPrefixes)
  .filter(([kind]) => !sharedKinds.has(kind))
  .map(([, prefix]) => prefix);
const copiedId = idsWith(copiedPrefixes);
const copiedIdAndPerson = idsWith([...copiedPrefixes, idPrefixes.User]);
const anyId = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;
const kindsByPrefix = new Map<string, string>(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix, kind]),
);

function idsWith(prefixes: readonly string[]): RegExp {
  return new RegExp(`\\b(${prefixes.join('|')})_[0-9A-HJKMNP-TV-Z]{26}\\b`, 'g');
}

/** Names of all tables, the same in all databases of a test run. */
let tableNames: Promise<readonly string[]> | undefined;

function tablesOf(world: World): Promise<readonly string[]> {
  tableNames ??= listTables(world);
  return tableNames;
}

async function listTables({ db }: World): Promise<readonly string[]> {
  const tables = await db.query(sql`
    SELECT tablename::text FROM pg_tables
    WHERE schemaname = 'public' AND tablename NOT LIKE '\\_%'`);
  return tables.map(([name]) => name as string).toSorted();
}

/** Reads all rows of a database in a fixed order, except for shared tables. */
export async function readRows(world: World): Promise<TableRows> {
  const parts = (await tablesOf(world))
    .filter((name) => !sharedTables.includes(name))
    .map(
      (name) =>
        `SELECT '${name}', coalesce(jsonb_agg(to_jsonb(t) ORDER BY t::text), '[]') FROM "${name}" t`,
    );
  const rows = await world.db.query(rawSql(parts.join(' UNION ALL ')));
  return new Map(rows as [string, Row[]][]);
}

/**
 * Returns a number of rows and the latest transaction for each table. They differ after every write
 * that was committed, and cost no transfer of rows.
 *
 * @param omitted tables that may change
 */
export async function readVersions(
  world: World,
  omitted: readonly string[] = sharedTables,
): Promise<Record<string, unknown>> {
  const parts = (await tablesOf(world))
    .filter((name) => !omitted.includes(name))
    .map((name) => `SELECT '${name}', count(*)::int, max(xmin::text::bigint) FROM "${name}"`);
  // The order of the rows is up to PostgreSQL.
  const rows = await world.db.query(rawSql(parts.join(' UNION ALL ')));
  return Object.fromEntries(rows.map(([name, ...version]) => [name, version]));
}

/** Columns with unique values, the same in all databases of a test run. */
let uniqueColumns: Promise<Map<string, string[]>> | undefined;

/** Returns the columns with unique values by table, without ids. */
async function readUniqueColumns({ db }: World): Promise<Map<string, string[]>> {
  const rows = await db.query(sql`
    SELECT c.relname::text, array_agg(a.attname::text)
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indisunique AND NOT i.indisprimary AND i.indnkeyatts = 1 AND n.nspname = 'public'
    GROUP BY c.relname`);
  return new Map(rows as [string, string[]][]);
}

/** Number of deleted rows after which tables are vacuumed, which otherwise grow with each copy. */
const DELETED_MAX = 20_000;

/**
 * Keeps the rows of a world. Returns a function that replaces all rows with copies of them, each
 * with new ids, and returns the value with the ids of each copy. Users stay the same.
 */
export async function keepRows<Value>(
  world: World,
  value: Value,
): Promise<(count: number) => Promise<Value[]>> {
  const [rows, text] = [await readRows(world), JSON.stringify(value)];
  const rowCount = [...rows.values()].reduce((sum, { length }) => sum + length, 0);
  let inserted = 0;
  return async (count) => {
    const copies = Array.from({ length: count }, () => newIdsFor(copiedId));
    await insertCopies(world, rows, copies, { replace: true });
    inserted += count * rowCount;
    if (inserted > DELETED_MAX) {
      await (await world.copyingConnection()).query(`VACUUM ${[...rows.keys()].join()}`);
      inserted = 0;
    }
    return copies.map((translate) => JSON.parse(translate(text)) as Value);
  };
}

/** Adds copies of rows, each with new users, of whom only the ids exist. */
export async function addCopiesOfOthers(
  world: World,
  rows: TableRows,
  count: number,
): Promise<void> {
  const copies = Array.from({ length: count }, () => newIdsFor(copiedIdAndPerson));
  await insertCopies(world, rows, copies, { replace: false });
}

async function insertCopies(
  world: World,
  rows: TableRows,
  copies: readonly ((text: string) => string)[],
  { replace }: { replace: boolean },
): Promise<void> {
  uniqueColumns ??= readUniqueColumns(world);
  const uniqueByTable = await uniqueColumns;
  const filled = [...rows].filter(([, original]) => original.length > 0);
  const deletions = [...rows.keys()].map((table, at) => `d${at} AS (DELETE FROM "${table}")`);
  const insertions = filled.map(([table, original], at) => {
    const text = JSON.stringify(original.map((row) => distinct(row, uniqueByTable.get(table))));
    const all = `[${copies.map((translate) => translate(text).slice(1, -1)).join()}]`;
    const type = rawSql(`"${table}"`);
    return sql`${rawSql(`i${at}`)} AS (INSERT INTO ${type}
      SELECT * FROM jsonb_populate_recordset(NULL::${type}, ${all}::jsonb))`;
  });
  const { text, values } = sql`WITH ${joinSql(insertions)} SELECT`;
  const connection = await world.copyingConnection();
  await connection.query('BEGIN');
  if (replace) await connection.query(`WITH ${deletions.join()} SELECT`);
  if (copies.length > 0) await connection.query(text, values);
  await connection.query('COMMIT');
}

/** Returns a function that translates ids, always to the same new ones. */
function newIdsFor(copied: RegExp): (text: string) => string {
  const ids = new Map<string, string>();
  return (text) =>
    text.replaceAll(copied, (id, prefix: string) => {
      const known = ids.get(id) ?? newId(kindsByPrefix.get(prefix) as IdKind);
      ids.set(id, known);
      return known;
    });
}

/** Returns whether a text differs in every copy, by an id in it. */
function isDistinct(text: string): boolean {
  return anyId.test(text) || text.search(copiedId) >= 0;
}

/** Appends the row's id to other unique texts, which makes them differ in every copy. */
function distinct(row: Row, columns: readonly string[] = []): Row {
  const changes = columns
    .filter((column) => typeof row[column] === 'string' && !isDistinct(row[column]))
    .map((column) => [column, `${String(row[column])}-${String(row['id'])}`]);
  return { ...row, ...Object.fromEntries(changes) };
}
