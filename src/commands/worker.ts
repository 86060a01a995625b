import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { startWorker } from '../jobs/worker.ts';
import { schedule } from '../schedule.ts';
import { openDatabaseOf, runProcess } from './run-process.ts';

/** Longest wait for running jobs at a stop, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

/** `npm run worker`: runs jobs on the database that the settings name, beside gateways or alone. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const database = await openDatabaseOf(config, 'command', log);
  const worker = startWorker({ url: database.url, db: database.db, log, jobs: schedule });
  log.info('the worker runs');
  closeWithGrace({ delay: STOP_TIMEOUT_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping because of an error');
    else log.info({ signal }, 'stopping');
    await worker.stop();
    await database.stop();
  });
}

await runProcess(main, { failure: 'The worker did not start.' });
