import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '../config.ts';
import { DatabaseStartError } from '../database/database-start-error.ts';
import { databaseTrouble } from '../database/database-trouble.ts';
import {
  startDatabase,
  startServer,
  type StartedDatabase,
  type StartedServer,
} from '../database/start-database.ts';
import type { ProcessRole } from '../database/embedded/keeper.ts';
import { prepareQueue } from '../jobs/prepare-queue.ts';
import { refuse } from './read-start.ts';

/** Maximum time that a stop waits for requests and jobs, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;
/** Maximum time that a stop then waits for the database, in milliseconds. */
const DATABASE_STOP_TIMEOUT_MS = 20_000;

/** Signals of a crash. No JavaScript runs after one: a listener would repeat it without end. */
const crashes = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/** Errors whose messages explain the problem and its solution, so that no stack trace is needed. */
const explained = [ConfigError, DatabaseStartError];

export interface ProcessOptions {
  /** Start of the message of a failure: `docgraph did not start.` */
  failure: string;
  log: Logger;
  /** Further errors whose messages are for the person who started the process. */
  explained?: readonly (new (...args: never[]) => Error)[];
  /** Whether the process ends by itself, so that an earlier signal is a failure. */
  hasEnd?: boolean;
}

/** The lifetime of a process. Whatever must end with it is added when it starts. */
export interface Lifetime {
  /** Aborts when the process must stop. */
  signal: AbortSignal;
  /** Functions that end requests, jobs and the like, before the database stops. */
  work: (() => Promise<unknown>)[];
  /** The database or its server, set when it begins to open. */
  database: Promise<StartedServer> | undefined;
}

/**
 * Runs a process until a signal stops it. An error that a person can correct is reported in a line;
 * others are thrown.
 */
export async function runProcess(
  main: (lifetime: Lifetime) => Promise<void>,
  options: ProcessOptions,
): Promise<void> {
  const stopping = new AbortController();
  const lifetime: Lifetime = { signal: stopping.signal, work: [], database: undefined };
  stopAtSignals(lifetime, stopping, options);
  try {
    await main(lifetime);
  } catch (error) {
    // Work that a signal interrupted has not failed.
    if (lifetime.signal.aborted) return;
    await endAll(lifetime, options.log);
    const message = messageOf(error, [...explained, ...(options.explained ?? [])]);
    if (message === undefined) throw error;
    refuse(options.failure, message);
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
 * Opens the configured database, with its job queue.
 *
 * @throws DatabaseStartError explaining what to do
 */
export async function openDatabaseOf(
  config: Config,
  as: ProcessRole,
  log: Logger,
  lifetime: Lifetime,
): Promise<StartedDatabase> {
  const opening = openDatabase(config, as, log);
  lifetime.database = opening;
  const database = await opening;
  // Nothing more may start on a database that is about to stop.
  lifetime.signal.throwIfAborted();
  return database;
}

/**
 * Opens the configured server, whatever its database contains.
 *
 * @throws DatabaseStartError explaining what to do
 */
export async function openServerOf(
  config: Config,
  log: Logger,
  lifetime: Lifetime,
): Promise<StartedServer> {
  lifetime.database = startServer(serverOptions(config, 'command', log));
  const server = await lifetime.database;
  lifetime.signal.throwIfAborted();
  return server;
}

function serverOptions({ databaseUrl: url, dataDir }: Config, as: ProcessRole, log: Logger) {
  const write = (message: string, fields?: object) => log.info(fields ?? {}, message);
  return { url, dataDir, as, log: write };
}

async function openDatabase(
  config: Config,
  as: ProcessRole,
  log: Logger,
): Promise<StartedDatabase> {
  const options = serverOptions(config, as, log);
  const database = await startDatabase({ ...options, poolSize: config.databasePoolSize });
  try {
    await prepareQueue(database.url, log);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** Stops the process at a signal or an uncaught error. */
function stopAtSignals(
  lifetime: Lifetime,
  stopping: AbortController,
  { failure, log, hasEnd = false }: ProcessOptions,
): void {
  // A rejection that one request or job did not handle must not end the others.
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'nobody caught an error'),
  );
  const options: closeWithGrace.Options = {
    delay: STOP_TIMEOUT_MS + DATABASE_STOP_TIMEOUT_MS,
    logger: false,
    skip: ['unhandledRejection', 'beforeExit', ...crashes],
  };
  closeWithGrace(options, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping because of an error');
    else log.info({ signal }, 'stopping');
    stopping.abort();
    await endAll(lifetime, log);
    if (signal === 'SIGHUP') endByHangup();
    if (!hasEnd || err) return;
    refuse(failure, `It was stopped by ${signal}.`);
    process.exit();
  });
}

/**
 * Ends the process as a closed terminal ends others. Node fails an assertion when it exits on a
 * terminal that is gone.
 */
function endByHangup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Ends the work, then the database, even if the work fails to end. */
async function endAll({ work, database }: Lifetime, log: Logger): Promise<void> {
  const late = sleep(STOP_TIMEOUT_MS, undefined, { ref: false });
  await Promise.race([Promise.all(work.map((end) => end())), late]).catch((error: unknown) =>
    log.error({ err: error }, 'something did not stop'),
  );
  // A database that failed to open has already reported the error.
  const opened = await database?.catch(() => undefined);
  await opened?.stop();
}
