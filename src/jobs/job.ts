import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { RepositoryLimits } from '../external/git/git-limits.ts';
import type { WebClient } from '../external/http/web-client.ts';
import type { Translator } from '../external/translator/translator.ts';

/** What jobs use of the process that runs them, beside its database. */
export interface JobServices {
  /** Asks servers of the internet. */
  web: WebClient;
  /** Translates; null where no service was given. */
  translator: Translator | null;
  /** A folder of this host for what can be fetched again, such as copies of repositories. */
  cacheDir: string;
  /** How much of a git repository is read, where it is not the usual. */
  repositoryLimits?: RepositoryLimits;
}

/** What a job works with. */
export interface JobContext extends JobServices {
  db: Database;
  log: Logger;
  /**
   * Aborts when the job is to end: the worker stops, the job takes too long, or it was cancelled.
   * It ends after its present step, and runs again where that is of use.
   */
  signal: AbortSignal;
  now: () => Date;
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
