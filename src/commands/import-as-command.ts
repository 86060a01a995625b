import { pino } from 'pino';
import { AppError } from '../errors.ts';
import { CommandError } from './command-error.ts';
import type { ImportOptions } from './import-options.ts';
import type { Start } from './read-start.ts';
import { runImport } from './run-import.ts';
import { openDatabaseOf, runProcess } from './run-process.ts';

/** Imports a documentation folder into the database that the settings name. */
async function importInto({ options, config }: Start<ImportOptions>): Promise<void> {
  const log = pino({ level: 'error' });
  const database = await openDatabaseOf(config, 'command', log);
  try {
    await runImport(options, {
      db: database.db,
      log,
      baseUrl: config.baseUrl ?? '',
      admin: { email: config.adminEmail, token: config.adminToken },
      print: (line) => process.stdout.write(`${line}\n`),
    });
  } finally {
    await database.stop();
  }
}

/** Runs `npm run import`. */
export async function importAsCommand(start: Start<ImportOptions>, failure: string): Promise<void> {
  await runProcess(() => importInto(start), { failure, explained: [CommandError, AppError] });
}
