import type { Logger } from 'pino';
import { ConfigError, type Config } from '../config.ts';
import { DatabaseStartError } from '../database/database-start-error.ts';
import { databaseTrouble } from '../database/database-trouble.ts';
import { startDatabase, type StartedDatabase } from '../database/start-database.ts';
import type { ProcessRole } from '../database/embedded/keeper.ts';

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
    case null:
      return undefined;
  }
}

/**
 * Opens the database that the settings name.
 *
 * @throws DatabaseStartError that says what to do
 */
export function openDatabaseOf(
  config: Config,
  as: ProcessRole,
  log: Logger,
): Promise<StartedDatabase> {
  return startDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePoolSize,
    as,
    log: (message, fields) => log.info(fields ?? {}, message),
  });
}
