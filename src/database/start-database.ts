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

/** A server that runs; its database may be empty. */
export interface StartedServer {
  /** Address of the database, with the password. */
  url: string;
  /** Whether the embedded PostgreSQL is used. */
  embedded: boolean;
  stop(): Promise<void>;
}

export interface StartedDatabase extends StartedServer {
  db: Database;
}

/**
 * Starts or joins the server that the settings name. Changes nothing in its database.
 *
 * @throws DatabaseStartError that says what to do
 */
export async function startServer({
  url,
  dataDir,
  as,
  log,
}: Omit<StartDatabaseOptions, 'poolSize'>): Promise<StartedServer> {
  if (url !== undefined) return { url, embedded: false, stop: async () => {} };
  const server = await openEmbeddedPostgres({ dataDir, as, log });
  return { url: server.url, embedded: true, stop: () => server.stop() };
}

/**
 * Opens the database that the settings name, with all migrations applied.
 *
 * @throws DatabaseStartError that says what to do
 */
export async function startDatabase(options: StartDatabaseOptions): Promise<StartedDatabase> {
  const { log } = options;
  const server = await startServer(options);
  const { url, embedded } = server;
  try {
    await applyMigrations(url, { log });
  } catch (error) {
    await server.stop();
    throw error;
  }
  const db = openDatabase(url, {
    poolSize: options.poolSize,
    onError: (error) => log('a connection to the database was lost', { reason: error.message }),
  });
  return {
    db,
    url,
    embedded,
    async stop() {
      // Statements that are still running must not keep the server from stopping.
      await Promise.race([db.close(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await server.stop();
    },
  };
}
