import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { RepositoryLimits } from '../external/git/git-limits.ts';
import type { WebClient } from '../external/http/web-client.ts';
import type { Translator } from '../external/translator/translator.ts';

/** Services of the process that jobs use, besides the database. */
export interface JobServices {
  /** Client for servers on the internet. */
  web: WebClient;
  /** Translation service; null if none is configured. */
  translator: Translator | null;
  /** Local folder for data that can be fetched again, such as copies of repositories. */
  cacheDir: string;
  /** Limits for git repositories that replace the default ones. */
  repositoryLimits?: RepositoryLimits;
}

/** Environment of a job. */
export interface JobContext extends JobServices {
  db: Database;
  log: Logger;
  /**
   * Aborts when the job must end: the worker stops, the time limit is reached, or the job is
   * cancelled. The job ends after its current step, and is retried if that makes sense.
   */
  signal: AbortSignal;
  now: () => Date;
}

/**
 * Scheduled work, independent of requests. A crash can interrupt it anywhere and it then runs
 * again, so it must be idempotent.
 */
export interface ScheduledJob {
  /** Name in the queue, stable across versions of docgraph. */
  name: string;
  /** Cron expression in UTC. */
  schedule: string;
  run(context: JobContext): Promise<void>;
}
