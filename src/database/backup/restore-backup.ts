import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { acquireMigrationLock } from '../migrate.ts';
import {
  createMigrationTable,
  findAnyTable,
  hasMigrationTable,
  recordFinish,
  recordStart,
} from '../migrations/migration-table.ts';
import { readMigrations, type Migration } from '../migrations/read-migrations.ts';
import { BackupError } from './backup-error.ts';
import { fileOfTable, QUEUE_NAME, type BackupManifest } from './backup-manifest.ts';
import { connectForCopies } from './connect-for-copies.ts';
import { copyTarget } from './create-backup.ts';
import type { Backup } from './open-backup.ts';

/** The migrations of this docgraph, divided by a backup. */
export interface RestorePlan {
  /** Migrations that the backup was made after, in the order in which they were applied there. */
  before: Migration[];
  /** Later migrations, which its rows go through. */
  after: Migration[];
}

export interface RestoreOptions {
  plan: RestorePlan;
  /** Adds the jobs of the queue, whose rows are in the given table. */
  enqueue: (client: pg.Client, table: string) => Promise<unknown>;
  /** The columns of that table, as SQL. */
  queueColumns: string;
  /** Creates the queue. */
  prepareQueue: () => Promise<void>;
  signal: AbortSignal;
}

/**
 * Plans the restore of a backup.
 *
 * @param folder the migrations of this docgraph
 * @throws BackupError if a newer docgraph made it
 */
export function planRestore({ docgraph, migrations }: BackupManifest, folder: string): RestorePlan {
  const known = new Map(readMigrations(folder).map((migration) => [migration.name, migration]));
  const before = migrations.map((name) => {
    const migration = known.get(name);
    if (migration) return migration;
    throw new BackupError(
      `The backup was made by a newer docgraph (${docgraph}, with the migration ${name}): restore ` +
        'it with that version or a later one.',
    );
  });
  return { before, after: [...known.values()].filter(({ name }) => !migrations.includes(name)) };
}

/**
 * Restores a backup into an empty database: all of it, or nothing.
 *
 * @throws BackupError if the database is not empty
 */
export async function restoreBackup(
  url: string,
  backup: Backup,
  options: RestoreOptions,
): Promise<void> {
  const { manifest } = backup;
  const client = await connectForCopies(url, 'restore');
  const stop = () => void client.end().catch(() => {});
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    // A gateway that starts meanwhile waits, as for a migration.
    await acquireMigrationLock(client);
    await requireEmpty(client);
    // Without jobs, the queue is no part of the data.
    await options.prepareQueue();
    await client.query('BEGIN');
    await createMigrationTable(client);
    for (const { sql } of options.plan.before) await client.query(sql);
    const copy = async (name: string, target: string) => {
      await pipeline(await backup.read(name), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
    };
    await fillTables(client, manifest, copy);
    if (manifest.jobs !== null) {
      await client.query(`CREATE TEMP TABLE queue (${options.queueColumns}) ON COMMIT DROP`);
      await copy(QUEUE_NAME, 'pg_temp.queue');
      await options.enqueue(client, 'pg_temp.queue');
    }
    for (const migration of options.plan.after) await applyLater(client, migration);
    await client.query('COMMIT');
    // The planner knows nothing of the rows yet.
    await client.query('ANALYZE');
  } finally {
    options.signal.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const table = (await hasMigrationTable(client))
    ? '_prisma_migrations'
    : await findAnyTable(client);
  if (table === undefined) return;
  throw new BackupError(
    `The database ${client.database} is not empty (it has the table ${table}), and a restore ` +
      'replaces nothing: set DATABASE_URL to a new database, or DATA_DIR to a new folder.',
  );
}

/**
 * Fills the tables in any order: without foreign keys, without triggers, whose effects are in the
 * backup, and without indexes, which are faster to build at once.
 */
async function fillTables(
  client: pg.Client,
  { tables, sequences }: BackupManifest,
  copy: (name: string, target: string) => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  const { rows: parts } = await client.query<{ drop: string; create: string }>(partsOfTables);
  const setTriggers = (state: string) =>
    client.query(names.map((name) => `ALTER TABLE ${name} ${state} TRIGGER USER`).join(';'));
  await client.query(parts.map(({ drop }) => drop).join(';'));
  await setTriggers('DISABLE');
  // Of rows that migrations add.
  await client.query(`TRUNCATE ${names.join()}`);
  for (const table of tables) await copy(fileOfTable(table.name), copyTarget(table));
  for (const { create } of parts.toReversed()) await client.query(create);
  await setTriggers('ENABLE');
  for (const [name, value] of Object.entries(sequences)) {
    await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), value]);
  }
}

/** Statements that drop foreign keys, then indexes, and those that create them again. */
const partsOfTables = `
  SELECT 1 AS step, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s',
      conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
  FROM pg_constraint
  WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 2, format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.conindid = i.indexrelid AND p.contype <> 'f')
  ORDER BY step`;

async function applyLater(client: pg.Client, migration: Migration): Promise<void> {
  const id = await recordStart(client, migration);
  await client.query(migration.sql);
  await recordFinish(client, id);
}
