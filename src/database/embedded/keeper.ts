import pg from 'pg';
import { DatabaseStartError } from '../database-start-error.ts';
import type { Cluster } from './prepare-cluster.ts';

/** A gateway is alone on its data directory; commands may come and go beside it. */
export type ProcessRole = 'gateway' | 'command';

/**
 * The connection by which a process is present at the server. Its advisory locks answer who else
 * is there, and end with the process, however it ends.
 */
export interface Keeper {
  port: number;
  /** Resolves when the connection has ended, for whatever reason. */
  ended: Promise<void>;
  /** Runs a statement; used for what must happen before anything else connects. */
  query(sql: string): Promise<void>;
  /** Makes this process the gateway, unless another one is: then it returns that one's number. */
  claimGateway(): Promise<'claimed' | { heldBy: string }>;
  /** Ends the presence, and calls `stopServer` when nobody else is present. */
  leave(stopServer: () => Promise<void>): Promise<void>;
}

const LOCK_NAMESPACE = 0x646f6367; // 'docg'
const lockKeys = { presence: `${LOCK_NAMESPACE}, 1`, gateway: `${LOCK_NAMESPACE}, 2` };
const CONNECT_TIMEOUT_MS = 5_000;

/** Connects to the server of `cluster` on `port` and makes the presence of this process known. */
export async function connectKeeper(
  cluster: Cluster,
  port: number,
  role: ProcessRole,
): Promise<Keeper> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    ssl: false,
    application_name: `docgraph ${role} ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', () => {}); // `ended` reports it
  try {
    await client.connect();
    await verifyCluster(client, cluster);
    // Waits while a leaving process stops the server, and then fails with it.
    await client.query(`SELECT pg_advisory_lock_shared(${lockKeys.presence})`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    port,
    ended,
    query: async (sql) => void (await client.query(sql)),
    claimGateway: () => claimGateway(client),
    leave: (stopServer) => leave(client, stopServer),
  };
}

async function verifyCluster(client: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  if (rows[0]?.data_directory !== cluster.dataDirectory) {
    throw new DatabaseStartError(
      `The server found for ${cluster.dataDirectory} serves ${rows[0]?.data_directory} instead.`,
    );
  }
}

async function claimGateway(client: pg.Client): ReturnType<Keeper['claimGateway']> {
  if (await tryLock(client, lockKeys.gateway)) return 'claimed';
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND (classid, objid) = (${lockKeys.gateway})`,
  );
  return { heldBy: rows[0]?.name.split(' ').at(-1) ?? 'unknown' };
}

/**
 * Stops the server while it holds the presence lock exclusively: processes that arrive in the
 * meantime wait for the lock, and then start the server again.
 */
async function leave(client: pg.Client, stopServer: () => Promise<void>): Promise<void> {
  try {
    await client.query(`SELECT pg_advisory_unlock_shared(${lockKeys.presence})`);
    if (await tryLock(client, lockKeys.presence)) await stopServer();
  } finally {
    await client.end().catch(() => {});
  }
}

async function tryLock(client: pg.Client, keys: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${keys}) AS locked`,
  );
  return rows[0]?.locked === true;
}
