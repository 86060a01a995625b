import { parseFileOptions } from './file-options.ts';
import { readStart } from './read-start.ts';

const failure = 'No backup was made.';
const start = readStart({
  usage: 'docgraph backup <new file> [--json]\nWrites a zip archive, also while gateways run.',
  failure,
  parse: parseFileOptions,
});
if (start !== null) {
  const [{ runOnServer }, { runBackup }] = await Promise.all([
    import('./run-on-server.ts'),
    import('./run-backup.ts'),
  ]);
  await runOnServer(start, failure, runBackup);
}
