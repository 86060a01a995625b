import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { CommandError } from './command-error.ts';
import { parseImportOptions } from './import-options.ts';
import { runImport } from './run-import.ts';
import { openDatabaseOf, runProcess } from './run-process.ts';

/** `npm run import`: imports a documentation folder into the database that the settings name. */
async function main(): Promise<void> {
  const options = parseImportOptions(process.argv.slice(2));
  const config = readConfig();
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

await runProcess(main, {
  failure: 'Nothing was imported.',
  explained: [CommandError, AppError],
});
