import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import { DatabaseStartError } from '../database-start-error.ts';
import { acquireMigrationLock, refuseFailed, releaseMigrationLock } from '../migrate.ts';
import { hasMigrationTable, readRecordedMigrations } from '../migrations/migration-table.ts';
import {
  BACKUP_FORMAT,
  fileOfTable,
  MANIFEST_NAME,
  QUEUE_NAME,
  type BackupManifest,
} from './backup-manifest.ts';
import { connectForCopies } from './connect-for-copies.ts';
import { listTables, type BackupTable } from './list-tables.ts';
import { writeZip, type ZipPart } from './write-zip.ts';

export interface CreateBackupOptions {
  /** Version of docgraph. */
  version: string;
  /** Query of the waiting jobs. */
  queue: string;
  signal: AbortSignal;
}

/**
 * Writes everything in a database to a new file, as of one moment, while others read and write.
 * Memory does not depend on its size.
 *
 * @returns what the backup contains
 * @throws DatabaseStartError if the database has nothing of docgraph
 * @throws BackupError if the file cannot be written
 */
export async function createBackup(
  url: string,
  file: string,
  options: CreateBackupOptions,
): Promise<BackupManifest> {
  const client = await connectForCopies(url, 'backup');
  try {
    const snapshot = await takeSnapshot(client);
    const copies: CopyToStreamQuery[] = [];
    const partOf = (name: string, query: string): ZipPart => ({
      name,
      open() {
        const copy = client.query(copyTo(`COPY ${query} TO STDOUT`));
        copies.push(copy);
        return copy;
      },
    });
    const parts = snapshot.tables.map((table) =>
      partOf(fileOfTable(table.name), copyTarget(table)),
    );
    if (snapshot.hasQueue) parts.push(partOf(QUEUE_NAME, `(${options.queue})`));
    let manifest: BackupManifest | undefined;
    const last: ZipPart = {
      name: MANIFEST_NAME,
      async open() {
        manifest = await describe(client, snapshot, options.version, copies);
        return Readable.from([JSON.stringify(manifest, null, 2)]);
      },
    };
    await writeZip(file, [...parts, last], options.signal);
    if (manifest === undefined) throw new Error('The manifest was not written.');
    return manifest;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns what COPY names: the columns in their order, whatever that of another database is. */
export function copyTarget({ name, columns }: BackupTable): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join()})`;
}

interface Snapshot {
  tables: BackupTable[];
  migrations: string[];
  hasQueue: boolean;
  postgres: string;
  takenAt: string;
}

/** Begins a transaction that sees one moment. Nobody can change the tables until it ends. */
async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  // A migration between the list of the tables and their locks would leave some out.
  await acquireMigrationLock(client);
  if (!(await hasMigrationTable(client))) {
    throw new DatabaseStartError(
      `The database ${client.database} has nothing of docgraph. Check DATABASE_URL or DATA_DIR.`,
    );
  }
  const tables = await listTables(client);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  // Locks come first: the snapshot is taken by the first statement that reads.
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`LOCK TABLE ${names.join()} IN ACCESS SHARE MODE`);
  const { rows } = await client.query<Pick<Snapshot, 'hasQueue' | 'postgres' | 'takenAt'>>(
    `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS "hasQueue",
       current_setting('server_version') AS postgres,
       to_char(statement_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt"`,
  );
  const [state] = rows;
  if (state === undefined) throw new Error('The snapshot was not taken.');
  await releaseMigrationLock(client);
  const recorded = await readRecordedMigrations(client);
  refuseFailed(recorded);
  return { ...state, tables, migrations: recorded.map((row) => row.migration_name) };
}

/** Describes a backup after the rows were read. */
async function describe(
  client: pg.Client,
  { tables, migrations, hasQueue, postgres, takenAt }: Snapshot,
  docgraph: string,
  copies: readonly CopyToStreamQuery[],
): Promise<BackupManifest> {
  // Sequences have no snapshots. Read last, none is behind the rows.
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  );
  return {
    ...{ format: BACKUP_FORMAT, docgraph, postgres, takenAt, migrations },
    tables: tables.map((table, index) => ({ ...table, rows: copies[index]?.rowCount ?? 0 })),
    jobs: hasQueue ? (copies.at(-1)?.rowCount ?? 0) : null,
    sequences: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}
