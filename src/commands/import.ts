import { importUsage, parseImportOptions } from './import-options.ts';
import { readStart } from './read-start.ts';

const failure = 'Nothing was imported.';
const start = readStart({ usage: importUsage, failure, parse: parseImportOptions });
if (start !== null) {
  const { importAsCommand } = await import('./import-as-command.ts');
  await importAsCommand(start, failure);
}
