import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseStartError } from './database-start-error.ts';
import { joinServer, type JoinOptions } from './embedded/join-server.ts';
import type { Keeper, ProcessRole } from './embedded/keeper.ts';
import { stopPostmaster } from './embedded/postmaster.ts';
import { prepareCluster, type Cluster } from './embedded/prepare-cluster.ts';

export interface EmbeddedPostgresOptions {
  /** The folder that holds the database; created when missing. */
  dataDir: string;
  /** `gateway` wants to be the only gateway on the folder; `command` works beside one. */
  as: ProcessRole;
  log?: (message: string, fields?: object) => void;
  /** Server settings for clusters that are thrown away, such as `fsync: 'off'`. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** The connection string of the database `docgraph`; stays valid until `stop`. */
  url: string;
  /** Leaves the server, and stops it when no other process of docgraph uses it. */
  stop(): Promise<void>;
}

const DATABASE_NAME = 'docgraph';
const CLAIM_TIMEOUT_MS = 2_000;
const RESTART_PAUSE_MS = 1_000;
const duplicateDatabaseCodes = new Set(['42P04', '23505']);

/**
 * Starts a real PostgreSQL on `dataDir`, or attaches to the one that runs there already, and
 * creates the database `docgraph` when missing. The server is restarted on its port when it dies.
 * Fails with a `DatabaseStartError` when the platform, the folder or another gateway forbids it.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const dataDir = path.resolve(options.dataDir);
  const cluster = await prepareCluster(dataDir, log);
  const stopping = new AbortController();
  const join: JoinOptions = {
    role: options.as,
    settings: options.settings ?? {},
    signal: stopping.signal,
    log,
  };
  const keeper = await enter(cluster, join, dataDir);
  const supervision = supervise(keeper, cluster, { ...join, port: keeper.port }, dataDir);
  let stopped: Promise<void> | undefined;
  return {
    url: connectionString(cluster, keeper.port),
    stop: () =>
      (stopped ??= (async () => {
        stopping.abort();
        const last = await supervision;
        await last
          ?.leave(() => stopPostmaster(cluster))
          // The next start takes a server that was left behind over.
          .catch((error) => log('PostgreSQL was not stopped', { error: String(error) }));
      })()),
  };
}

/** Joins the server, claims the gateway's place when that is wanted, and creates the database. */
async function enter(cluster: Cluster, join: JoinOptions, dataDir: string): Promise<Keeper> {
  const keeper = await joinServer(cluster, join);
  try {
    if (join.role === 'gateway') await claimGateway(keeper, dataDir, join.signal);
    await createDatabase(keeper);
  } catch (error) {
    await keeper.leave(() => stopPostmaster(cluster)).catch(() => {});
    throw error;
  }
  return keeper;
}

async function claimGateway(keeper: Keeper, dataDir: string, signal: AbortSignal): Promise<void> {
  // The server notices the end of a killed gateway a moment later than its successor starts.
  const deadline = Date.now() + CLAIM_TIMEOUT_MS;
  for (;;) {
    const claim = await keeper.claimGateway();
    if (claim === 'claimed') return;
    if (Date.now() > deadline) {
      throw new DatabaseStartError(
        `The data directory ${dataDir} is in use by another docgraph gateway (process ` +
          `${claim.heldBy}). Stop that one first, or set DATA_DIR (and PORT) to start a second ` +
          'gateway with data of its own.',
      );
    }
    await sleep(50, undefined, { signal });
  }
}

async function createDatabase(keeper: Keeper): Promise<void> {
  try {
    await keeper.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (duplicateDatabaseCodes.has(String(error.code))) return;
    }
    throw error;
  }
}

/**
 * Enters again, on the same port, whenever the server dies, so that connection pools find it where
 * it was. Answers the keeper of the moment when the signal aborts, if there is one.
 */
async function supervise(
  first: Keeper,
  cluster: Cluster,
  join: JoinOptions,
  dataDir: string,
): Promise<Keeper | undefined> {
  let keeper = first;
  const aborted = new Promise<'aborted'>((resolve) => {
    join.signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
  for (;;) {
    if ((await Promise.race([keeper.ended, aborted])) === 'aborted') return keeper;
    join.log('The connection to PostgreSQL ended; restoring it');
    const next = await enterAgain(cluster, join, dataDir);
    if (next === undefined) return undefined;
    keeper = next;
  }
}

async function enterAgain(
  cluster: Cluster,
  join: JoinOptions,
  dataDir: string,
): Promise<Keeper | undefined> {
  while (!join.signal.aborted) {
    try {
      const keeper = await enter(cluster, join, dataDir);
      if (keeper.port === join.port) {
        join.log('The connection to PostgreSQL is restored', { port: keeper.port });
      } else {
        join.log('PostgreSQL came back on another port: restart docgraph', { port: keeper.port });
      }
      return keeper;
    } catch (error) {
      if (join.signal.aborted) return undefined;
      join.log('PostgreSQL cannot be restored yet', { error: String(error) });
      await sleep(RESTART_PAUSE_MS, undefined, { signal: join.signal }).catch(() => {});
    }
  }
  return undefined;
}

function connectionString(cluster: Cluster, port: number): string {
  const login = `postgres:${encodeURIComponent(cluster.password)}`;
  return `postgresql://${login}@127.0.0.1:${port}/${DATABASE_NAME}?sslmode=disable`;
}
