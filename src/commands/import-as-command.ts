import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { CommandError } from './command-error.ts';
import { createLog } from './create-log.ts';
import type { ImportOptions } from './import-options.ts';
import type { Start } from './read-start.ts';
import { runImport } from './run-import.ts';
import { openDatabaseOf, runProcess, type Lifetime } from './run-process.ts';

async function importInto(
  { options, config }: Start<ImportOptions>,
  log: Logger,
  lifetime: Lifetime,
): Promise<void> {
  const database = await openDatabaseOf(config, 'command', log, lifetime);
  await runImport(options, {
    db: database.db,
    log,
    baseUrl: config.baseUrl ?? '',
    admin: { email: config.adminEmail, token: config.adminToken },
    print: (line) => process.stdout.write(`${line}\n`),
  });
  await database.stop();
}

/** Imports a documentation folder into the configured database. */
export async function importAsCommand(start: Start<ImportOptions>, failure: string): Promise<void> {
  const log = await createLog('error');
  await runProcess((lifetime) => importInto(start, log, lifetime), {
    failure,
    log,
    explained: [CommandError, AppError],
    hasEnd: true,
  });
}
