import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';

/** What a job works with. */
export interface JobContext {
  db: Database;
  log: Logger;
  /** Aborts when the worker stops: the job then fails after its present step, and runs again. */
  signal: AbortSignal;
}

/**
 * Work that is done apart from requests, at times of its own. A crash can end it anywhere, after
 * which it runs again: it must be safe to run twice.
 */
export interface ScheduledJob {
  /** How the queue knows it, also across versions of docgraph. */
  name: string;
  /** When it runs: a cron expression, in UTC. */
  schedule: string;
  run(context: JobContext): Promise<void>;
}
