import { importUsage, parseImportOptions } from './import-options.ts';
import { readStart } from './read-start.ts';

const failure = 'Nothing was imported.';
const start = readStart({ usage: importUsage, failure, parse: parseImportOptions });
if (start !== null) {
  const [{ runOnDatabase }, { runImport }] = await Promise.all([
    import('./run-on-database.ts'),
    import('./run-import.ts'),
  ]);
  await runOnDatabase(start, failure, (options, { config, ...dependencies }) => {
    const admin = { email: config.adminEmail, token: config.adminToken };
    return runImport(options, { ...dependencies, admin });
  });
}
