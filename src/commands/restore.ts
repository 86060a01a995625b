import { parseFileOptions } from './file-options.ts';
import { readStart } from './read-start.ts';

const failure = 'Nothing was restored.';
const start = readStart({
  usage:
    'docgraph restore <file> [--json]\n' +
    'Fills an empty database: a new DATABASE_URL, or a new DATA_DIR.',
  failure,
  parse: parseFileOptions,
});
if (start !== null) {
  const [{ runOnServer }, { runRestore }] = await Promise.all([
    import('./run-on-server.ts'),
    import('./run-restore.ts'),
  ]);
  await runOnServer(start, failure, runRestore);
}
