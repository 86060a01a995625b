import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { databaseTrouble, type DatabaseTrouble } from '../database/database-trouble.ts';

/** Longest wait for the database in `/ready`, in milliseconds. */
const READY_TIMEOUT_MS = 2000;

/** Response of `/ready`, and whether requests can be served. */
interface Readiness {
  status: number;
  text: string;
}

const PROBE_READ = `SELECT current_setting('transaction_read_only') AS "readOnly"`;
/** Takes about a megabyte of the disk until it is committed. */
const PROBE_WRITE =
  'CREATE TEMP TABLE docgraph_probe ON COMMIT DROP AS ' +
  'SELECT md5(n::text) AS text FROM generate_series(1, 20000) n';

const READY: Readiness = { status: 200, text: 'ok' };
/** Requests wait for each other, and succeed. */
const BUSY: Readiness = { status: 200, text: 'busy' };
const NO_DATABASE: Readiness = { status: 503, text: 'no database' };

const readinessOf: Readonly<Record<DatabaseTrouble, Readiness>> = {
  busy: BUSY,
  cancelled: BUSY,
  unreachable: NO_DATABASE,
  full: { status: 503, text: 'disk full' },
  outOfMemory: { status: 503, text: 'database out of memory' },
  readOnly: { status: 503, text: 'database read-only' },
  damaged: { status: 503, text: 'database damaged' },
};

/**
 * Serves `/health`, which says that the process runs, and `/ready`, which says that it can answer,
 * writes included.
 */
export function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/health', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  const probe = createProbe(db);
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const timeout = new Promise<Readiness>((resolve) =>
      setTimeout(() => resolve(isExhausted(db) ? BUSY : NO_DATABASE), READY_TIMEOUT_MS).unref(),
    );
    const { status, text } = await Promise.race([probe(), timeout]);
    return reply.status(status).send({ status: text });
  });
}

/** Returns whether all connections are in use, as a probe would wait for one then. */
function isExhausted({ pool }: Database): boolean {
  return pool.totalCount >= pool.options.max && pool.idleCount === 0;
}

/** Probes the database, once for all concurrent requests. */
function createProbe(db: Database): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined;
  return () =>
    (running ??= probeOnce(db).finally(() => {
      running = undefined;
    }));
}

/** Reads; and writes where the last write failed for want of room or the like. */
async function probeOnce({ pool, writes }: Database): Promise<Readiness> {
  try {
    if (writes.trouble !== null) {
      await pool.query(PROBE_WRITE);
      writes.trouble = null;
    }
    const { rows } = await pool.query<{ readOnly: string }>(PROBE_READ);
    return rows[0]?.readOnly === 'on' ? readinessOf.readOnly : READY;
  } catch (error) {
    return readinessOf[databaseTrouble(error) ?? 'unreachable'];
  }
}
