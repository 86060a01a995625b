import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseStartError } from '../database/database-start-error.ts';
import { startDatabase } from '../database/start-database.ts';
import { startWorker } from '../jobs/worker.ts';
import { schedule } from '../schedule.ts';

/** Longest wait for running jobs at a stop, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

/** `npm run worker`: runs jobs on the database that the settings name, beside gateways or alone. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const database = await startDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePoolSize,
    as: 'command',
    log: (message, fields) => log.info(fields ?? {}, message),
  });
  const worker = startWorker({ url: database.url, db: database.db, log, jobs: schedule });
  log.info('the worker runs');
  closeWithGrace({ delay: STOP_TIMEOUT_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping because of an error');
    else log.info({ signal }, 'stopping');
    await worker.stop();
    await database.stop();
  });
}

try {
  await main();
} catch (error) {
  const explained = [ConfigError, DatabaseStartError];
  if (!explained.some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`The worker did not start. ${(error as Error).message}\n`);
  process.exitCode = 1;
}
