import type { Logger } from 'pino';
import { BackupError } from '../database/backup/backup-error.ts';
import type { StartedServer } from '../database/start-database.ts';
import { CommandError } from './command-error.ts';
import { createLog } from './create-log.ts';
import type { Start } from './read-start.ts';
import { openServerOf, runProcess } from './run-process.ts';

/** Dependencies of a command that works on a server, whose database may be empty. */
export interface ServerCommandDependencies {
  log: Logger;
  /** Starts or joins the server. */
  openServer: () => Promise<Pick<StartedServer, 'url'>>;
  /** Aborts when the command must stop. */
  signal: AbortSignal;
  /** Prints a line for the person who runs the command. */
  print: (line: string) => void;
}

/** Runs a command on the configured server, without migrating its database. */
export async function runOnServer<Options>(
  { options, config }: Start<Options>,
  failure: string,
  command: (options: Options, dependencies: ServerCommandDependencies) => Promise<unknown>,
): Promise<void> {
  const log = await createLog('error');
  await runProcess(
    async (lifetime) => {
      const ended = command(options, {
        log,
        openServer: () => openServerOf(config, log, lifetime),
        signal: lifetime.signal,
        print: (line) => process.stdout.write(`${line}\n`),
      });
      // A stop waits until it has cleaned up.
      lifetime.work.push(() => ended.catch(() => {}));
      await ended;
      await (await lifetime.database)?.stop();
    },
    { failure, log, explained: [CommandError, BackupError], hasEnd: true },
  );
}
