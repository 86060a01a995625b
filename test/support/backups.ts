import { pino } from 'pino';
import { runBackup } from '../../src/commands/run-backup.ts';
import { runRestore } from '../../src/commands/run-restore.ts';
import { createEmptyDatabase, type TestDatabase } from './postgres.ts';
import { openTestDatabase } from './reused-databases.ts';
import type { Database } from '../../src/database/database.ts';
import { rawSql } from '../../src/database/database.ts';

/** Returns the dependencies of a backup or a restore on a database, and the lines it prints. */
function dependenciesOf(url: string) {
  const lines: string[] = [];
  return {
    lines,
    ...{ log: pino({ level: 'silent' }), signal: new AbortController().signal },
    openServer: () => Promise.resolve({ url }),
    print: (line: string) => void lines.push(line),
  };
}

/** Runs work on a new, empty database. */
export async function inEmptyDatabase<Result>(
  work: (db: Database, database: TestDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await createEmptyDatabase();
  const { db, giveBack } = openTestDatabase(database);
  try {
    return await work(db, database);
  } finally {
    await giveBack();
  }
}

/** Backs a database up to a file. Returns what the command reports. */
export async function backUp(url: string, file: string): Promise<Record<string, unknown>> {
  const { lines, ...dependencies } = dependenciesOf(url);
  await runBackup({ file, json: true }, dependencies);
  return JSON.parse(lines.join(''));
}

/** Restores a backup into a database. Returns what the command reports. */
export async function restore(file: string, url: string): Promise<Record<string, unknown>> {
  const { lines, ...dependencies } = dependenciesOf(url);
  await runRestore({ file, json: true }, dependencies);
  return JSON.parse(lines.join(''));
}

const schemaQuery = `
  SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid::regclass::text ~ '^[^.]*$'
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger
    WHERE NOT tgisinternal AND tgrelid::regclass::text ~ '^[^.]*$'
  UNION ALL SELECT concat_ws(' ', table_name, column_name, data_type, column_default, is_nullable)
    FROM information_schema.columns WHERE table_schema = 'public'
  ORDER BY 1`;

/** Returns the indexes, constraints, triggers and columns of a database. */
export async function readSchema({ query }: Database): Promise<unknown[]> {
  return (await query(rawSql(schemaQuery))).flat();
}

/** Returns a hash of the rows of each table, in any order. */
export async function readTableHashes({ query }: Database): Promise<Record<string, unknown>> {
  const tables = await query(
    rawSql(`SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`),
  );
  const parts = tables.map(
    ([name]) =>
      `SELECT '${String(name)}', md5(string_agg(t::text, E'\\n' ORDER BY t::text)) FROM "${String(name)}" t`,
  );
  return Object.fromEntries(
    (await query(rawSql(parts.join(' UNION ALL ')))) as [string, unknown][],
  );
}
