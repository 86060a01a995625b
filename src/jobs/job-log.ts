import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { hideCredentials } from '../lib/hide-credentials.ts';

/**
 * What the queue says, in the log: its messages, which hold the errors of jobs, but never what it
 * knows beside them, such as the payload of a job.
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
