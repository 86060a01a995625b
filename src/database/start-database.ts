import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from './database.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import type { ProcessRole } from './embedded/keeper.ts';
import { applyMigrations } from './migrate.ts';

/** Longest wait for the statements that run at a stop, in milliseconds. */
const CLOSE_TIMEOUT_MS = 3000;

export interface StartDatabaseOptions {
  /** Undefined starts or joins the embedded PostgreSQL in `dataDir`. */
  url: string | undefined;
  dataDir: string;
  poolSize: number;
  as: ProcessRole;
  log: (message: string, fields?: object) => void;
}

export interface StartedDatabase {
  db: Database;
  /** Its address, with the password. */
  url: string;
  /** Whether the embedded PostgreSQL is used. */
  embedded: boolean;
  stop(): Promise<void>;
}

/**
 * Opens the database that the settings name, with all migrations applied.
 *
 * @throws DatabaseStartError that says what to do
 */
export async function startDatabase(options: StartDatabaseOptions): Promise<StartedDatabase> {
  const { log } = options;
  const server =
    options.url === undefined
      ? await openEmbeddedPostgres({ dataDir: options.dataDir, as: options.as, log })
      : undefined;
  const url = server?.url ?? options.url ?? '';
  try {
    await applyMigrations(url, { log });
  } catch (error) {
    await server?.stop();
    throw error;
  }
  const db = openDatabase(url, {
    poolSize: options.poolSize,
    onError: (error) => log('a connection to the database was lost', { reason: error.message }),
  });
  return {
    db,
    url,
    embedded: server !== undefined,
    async stop() {
      // Statements that are still running must not keep the server from stopping.
      await Promise.race([db.close(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await server?.stop();
    },
  };
}
