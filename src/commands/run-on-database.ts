import type { Logger } from 'pino';
import type { Addresses } from '../addresses.ts';
import { addressesOf, type Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { CommandError } from './command-error.ts';
import { createLog } from './create-log.ts';
import type { Start } from './read-start.ts';
import { openDatabaseOf, runProcess } from './run-process.ts';

/** Dependencies of a command that works on the database. */
export interface CommandDependencies {
  db: Database;
  log: Logger;
  addresses: Addresses;
  config: Config;
  /** Prints a line for the person who runs the command. */
  print: (line: string) => void;
}

/** Runs a command on the configured database, beside gateways or without any. */
export async function runOnDatabase<Options>(
  { options, config }: Start<Options>,
  failure: string,
  command: (options: Options, dependencies: CommandDependencies) => Promise<unknown>,
): Promise<void> {
  const log = await createLog('error');
  await runProcess(
    async (lifetime) => {
      const database = await openDatabaseOf(config, 'command', log, lifetime);
      await command(options, {
        ...{ db: database.db, log, config, addresses: addressesOf(config) },
        print: (line) => process.stdout.write(`${line}\n`),
      });
      await database.stop();
    },
    { failure, log, explained: [CommandError, AppError], hasEnd: true },
  );
}
