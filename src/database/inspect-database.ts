import pg from 'pg';
import { connectToDatabase, refuseFailed } from './migrate.ts';
import { hasMigrationTable, readRecordedMigrations } from './migrations/migration-table.ts';
import { findMigrationsFolder, readMigrations } from './migrations/read-migrations.ts';

const CONNECT_TIMEOUT_MS = 5000;

/** The state of a database. */
export interface DatabaseState {
  /** Version of PostgreSQL. */
  version: string;
  /** Names of the migrations that the next start applies. */
  pending: string[];
}

/**
 * Reads the state of a database without a change to it.
 *
 * @throws DatabaseStartError if docgraph cannot use it
 */
export async function inspectDatabase(url: string): Promise<DatabaseState> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {}); // the query that is running reports it
  try {
    await connectToDatabase(client);
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const recorded = (await hasMigrationTable(client)) ? await readRecordedMigrations(client) : [];
    refuseFailed(recorded);
    const names = new Set(recorded.map((row) => row.migration_name));
    const migrations = readMigrations(findMigrationsFolder());
    return {
      version: rows[0]?.server_version ?? '',
      pending: migrations.map(({ name }) => name).filter((name) => !names.has(name)),
    };
  } finally {
    await client.end().catch(() => {});
  }
}
