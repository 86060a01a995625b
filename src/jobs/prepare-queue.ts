import { runMigrations } from 'graphile-worker';
import { pino } from 'pino';
import { jobLog } from './job-log.ts';

/**
 * Makes the tables of the queue in a database, or brings them up to date: whoever starts jobs needs
 * them, also where no worker has run yet.
 */
export async function prepareQueue(url: string): Promise<void> {
  const logger = jobLog(pino({ level: 'error' }));
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger });
}
