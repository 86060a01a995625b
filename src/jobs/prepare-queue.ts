import { runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import { jobLog } from './job-log.ts';

/**
 * Creates or migrates the tables of the queue. Every process that enqueues jobs needs them, even if
 * no worker has run yet.
 */
export async function prepareQueue(url: string, log: Logger): Promise<void> {
  const logger = jobLog(log.child({}, { level: 'error' }));
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger });
}
