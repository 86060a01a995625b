import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { hideCredentials } from '../lib/hide-credentials.ts';

/**
 * Returns a logger for the queue. It logs messages, including job errors, but no metadata, which
 * contains the payloads of jobs.
 */
export function jobLog(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    const name: string = level;
    const text = hideCredentials(message);
    if (name === 'error') log.error(text);
    else if (name === 'warning') log.warn(text);
    else log.debug(text);
  });
}
