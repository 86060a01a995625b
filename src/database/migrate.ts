import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorText } from '../lib/error-text.ts';
import { DatabaseStartError } from './database-start-error.ts';
import {
  createMigrationTable,
  findAnyTable,
  hasMigrationTable,
  readRecordedMigrations,
  recordFailure,
  recordFinish,
  recordStart,
  type RecordedMigration,
} from './migrations/migration-table.ts';
import {
  findMigrationsFolder,
  readMigrations,
  type Migration,
} from './migrations/read-migrations.ts';

export interface MigrateOptions {
  /** The folder of the migrations; `prisma/migrations` by default. */
  folder?: string;
  /** Milliseconds to wait for another process that is migrating. */
  lockTimeoutMs?: number;
  log?: (message: string, fields?: object) => void;
}

const ADVISORY_LOCK = 72707369; // Prisma's own number, so that its command line waits for us too
const LOCK_TIMEOUT_MS = 120_000;
const LOCK_POLL_MS = 50;
const CONNECT_TIMEOUT_MS = 10_000;
const SERVER_VERSION_MIN = 14;
const CANNOT_RUN_IN_TRANSACTION = '25001';

/**
 * Applies `prisma/migrations` as `prisma migrate deploy` does: same table, checksums and lock, so
 * that both can be used on one database, also at the same time. Answers the names of the
 * migrations that it applied. Fails with a `DatabaseStartError` when an earlier migration has
 * failed, when one fails now, and on a database with tables of something else.
 */
export async function applyMigrations(
  url: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const log = options.log ?? (() => {});
  const migrations = readMigrations(options.folder ?? findMigrationsFolder());
  const client = new pg.Client({
    connectionString: url,
    application_name: `docgraph migrate ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {}); // the query that is running reports it
  try {
    await connectToDatabase(client);
    await acquireMigrationLock(client, options.lockTimeoutMs);
    return await applyPending(client, migrations, log);
  } finally {
    await client.end().catch(() => {}); // which also releases the lock
  }
}

/**
 * Connects to a database that docgraph can use.
 *
 * @throws DatabaseStartError that says what to do
 */
export async function connectToDatabase(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    // A refused connection is an AggregateError without a message of its own.
    const reason = error instanceof AggregateError ? error.errors.join(', ') : String(error);
    throw new DatabaseStartError(
      `The database ${client.database} at ${client.host}:${client.port} cannot be used: ${reason}. ` +
        'Check DATABASE_URL.',
      { cause: error },
    );
  }
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < SERVER_VERSION_MIN) {
    throw new DatabaseStartError(
      `docgraph needs PostgreSQL ${SERVER_VERSION_MIN} or newer; ${client.host} has ${version}.`,
    );
  }
}

/**
 * Keeps other processes from migrating the database, until the lock is released or the connection
 * ends. Polls, because a session that waits inside PostgreSQL holds a snapshot, and a migration
 * with CREATE INDEX CONCURRENTLY waits for all snapshots: they would wait for each other.
 */
export async function acquireMigrationLock(
  client: pg.Client,
  timeoutMs = LOCK_TIMEOUT_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(${ADVISORY_LOCK}) AS locked`,
    );
    if (rows[0]?.locked === true) return;
    if (Date.now() >= deadline) {
      throw new DatabaseStartError(
        `Another process has been migrating the database for more than ${timeoutMs / 1000} s. ` +
          'Start again when it is done, or end it.',
      );
    }
    await sleep(LOCK_POLL_MS);
  }
}

/** Lets other processes migrate the database again. */
export async function releaseMigrationLock(client: pg.Client): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock(${ADVISORY_LOCK})`);
}

async function applyPending(
  client: pg.Client,
  migrations: Migration[],
  log: NonNullable<MigrateOptions['log']>,
): Promise<string[]> {
  await ensureMigrationTable(client);
  const recorded = await readRecordedMigrations(client);
  refuseFailed(recorded);
  reportDifferences(migrations, recorded, log);
  const recordedNames = new Set(recorded.map((row) => row.migration_name));
  const pending = migrations.filter(({ name }) => !recordedNames.has(name));
  for (const migration of pending) await applyMigration(client, migration);
  const last = pending.at(-1)?.name;
  if (last !== undefined) log('migrations applied', { count: pending.length, last });
  return pending.map(({ name }) => name);
}

async function ensureMigrationTable(client: pg.Client): Promise<void> {
  if (await hasMigrationTable(client)) return;
  const table = await findAnyTable(client);
  if (table !== undefined) {
    throw new DatabaseStartError(
      `The database is not empty (it has ${table}) and has no record of migrations. Use an empty ` +
        'database, or, when docgraph made these tables, record their migrations with ' +
        '`npx prisma migrate resolve --applied <migration>`.',
    );
  }
  await createMigrationTable(client);
}

/** @throws DatabaseStartError if an earlier migration did not finish */
export function refuseFailed(recorded: RecordedMigration[]): void {
  const failed = recorded.find((row) => row.finished_at === null);
  if (failed === undefined) return;
  const { migration_name: name, started_at, logs } = failed;
  throw new DatabaseStartError(
    `The migration ${name}, started at ${started_at.toISOString()}, did not finish` +
      `${logs === null ? '' : ` (${logs})`}. Look at what it has changed, then either undo that ` +
      `and run \`npx prisma migrate resolve --rolled-back ${name}\` to have it applied again, or ` +
      `complete it by hand and run \`npx prisma migrate resolve --applied ${name}\`.`,
  );
}

/** Logs differences that `prisma migrate deploy` ignores but operators should know. */
function reportDifferences(
  migrations: Migration[],
  recorded: RecordedMigration[],
  log: NonNullable<MigrateOptions['log']>,
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum } of recorded) {
    const migration = known.get(name);
    if (migration?.equivalentChecksums.includes(checksum) === false) {
      log('A migration was changed after it was applied; the database has its old form', {
        migration: name,
      });
    }
  }
  const unknown = recorded.map((row) => row.migration_name).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    log('The database is newer than this docgraph: it has migrations that are unknown here', {
      migrations: unknown,
    });
  }
}

/**
 * Applies one migration together with its record in one transaction, so that a crash leaves
 * nothing half done. What PostgreSQL refuses to do in a transaction is done without one.
 */
async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    const id = await recordStart(client, migration);
    await client.query(migration.sql);
    await recordFinish(client, id);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      throw error; // the connection is lost, and PostgreSQL rolls back by itself
    });
    if (error instanceof Error && 'code' in error && error.code === CANNOT_RUN_IN_TRANSACTION) {
      await applyWithoutTransaction(client, migration);
      return;
    }
    await recordStart(client, migration, String(error));
    throw failure(migration, error);
  }
}

async function applyWithoutTransaction(client: pg.Client, migration: Migration): Promise<void> {
  const id = await recordStart(client, migration);
  try {
    await client.query(migration.sql);
  } catch (error) {
    await recordFailure(client, id, String(error));
    throw failure(migration, error);
  }
  await recordFinish(client, id);
}

function failure(migration: Migration, error: unknown): DatabaseStartError {
  return new DatabaseStartError(`The migration ${migration.name} failed: ${errorText(error)}`, {
    cause: error,
  });
}
