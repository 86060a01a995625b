import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '../config.ts';
import { DatabaseStartError } from '../database/database-start-error.ts';
import { databaseTrouble } from '../database/database-trouble.ts';
import { startDatabase, type StartedDatabase } from '../database/start-database.ts';
import type { ProcessRole } from '../database/embedded/keeper.ts';
import { prepareQueue } from '../jobs/prepare-queue.ts';

/** Longest wait for running requests and jobs at a stop, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;
/** Longest wait for the database to stop after that, in milliseconds. */
const DATABASE_STOP_TIMEOUT_MS = 20_000;

/** Errors whose messages say what is wrong and what to do; nobody needs a stack trace of these. */
const explained = [ConfigError, DatabaseStartError];

export interface ProcessOptions {
  /** What a failure begins with: `docgraph did not start.` */
  failure: string;
  /** More kinds of errors whose messages are for the person who started the process. */
  explained?: readonly (new (...args: never[]) => Error)[];
}

/** Runs what a process is for. What a person can mend is told in a line; the rest is thrown. */
export async function runProcess(
  main: () => Promise<void>,
  { failure, explained: others = [] }: ProcessOptions,
): Promise<void> {
  try {
    await main();
  } catch (error) {
    const message = messageOf(error, [...explained, ...others]);
    if (message === undefined) throw error;
    process.stderr.write(`${failure} ${message}\n`);
    process.exitCode = 1;
  }
}

function messageOf(error: unknown, kinds: readonly (new (...args: never[]) => Error)[]) {
  if (kinds.some((kind) => error instanceof kind)) return (error as Error).message;
  switch (databaseTrouble(error)) {
    case 'unreachable':
      return 'The connection to the database was lost: see that it runs, and start again.';
    case 'busy':
      return 'The database is busy: see that it has connections left, and start again.';
    case 'full':
      return 'The disk of the database is full: make room, and start again.';
    case 'outOfMemory':
      return 'The database is out of memory: give it more, and start again.';
    case 'readOnly':
      return 'The database is read-only: set DATABASE_URL to the primary server.';
    case 'cancelled':
      return 'The database cancelled a statement: see why in its log, and start again.';
    case 'damaged':
      return 'The database cannot read or write its files: see why in its log.';
    case null:
      return undefined;
  }
}

/**
 * Opens the database that the settings name, with the queue of jobs in it.
 *
 * @throws DatabaseStartError that says what to do
 */
export async function openDatabaseOf(
  config: Config,
  as: ProcessRole,
  log: Logger,
): Promise<StartedDatabase> {
  const database = await startDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePoolSize,
    as,
    log: (message, fields) => log.info(fields ?? {}, message),
  });
  try {
    await prepareQueue(database.url);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** What a process stops, in order. */
export interface Stops {
  /** Ends what runs: requests and jobs. It is not waited for longer than `STOP_TIMEOUT_MS`. */
  work: () => Promise<unknown>;
  /** Stops the database, however the rest ended. */
  database: () => Promise<void>;
}

/** Ends the process when it is told to, or when an error is thrown that nobody caught. */
export function stopAtSignals(log: Logger, stops: Stops): void {
  // A promise that one request or job forgot must not end the others.
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'nobody caught an error'),
  );
  const options: closeWithGrace.Options = {
    delay: STOP_TIMEOUT_MS + DATABASE_STOP_TIMEOUT_MS,
    logger: false,
    skip: ['unhandledRejection'],
  };
  closeWithGrace(options, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping because of an error');
    else log.info({ signal }, 'stopping');
    const late = sleep(STOP_TIMEOUT_MS, undefined, { ref: false });
    await Promise.race([stops.work(), late]).catch((error: unknown) =>
      log.error({ err: error }, 'something did not stop'),
    );
    await stops.database();
  });
}
