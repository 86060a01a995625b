import { pino } from 'pino';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseStartError } from '../database/database-start-error.ts';
import { startDatabase } from '../database/start-database.ts';
import { AppError } from '../errors.ts';
import { CommandError } from './command-error.ts';
import { parseImportOptions } from './import-options.ts';
import { runImport } from './run-import.ts';

/** `npm run import`: imports a documentation folder into the database that the settings name. */
async function main(): Promise<void> {
  const options = parseImportOptions(process.argv.slice(2));
  const config = readConfig();
  const log = pino({ level: 'error' });
  const database = await startDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePoolSize,
    as: 'command',
    log: (message, fields) => log.info(fields ?? {}, message),
  });
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

try {
  await main();
} catch (error) {
  const explained = [CommandError, ConfigError, DatabaseStartError, AppError];
  if (!explained.some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`Nothing was imported. ${(error as Error).message}\n`);
  process.exitCode = 1;
}
