import { parseArguments } from './parse-arguments.ts';
import { readStart } from './read-start.ts';

const failure = 'Nothing was exported.';
const start = readStart({
  usage: 'docgraph export <new folder> --space <id> [--json]',
  failure,
  parse: (args) => {
    const options = {
      space: { type: 'string' },
      json: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = parseArguments(args, ['folder'], options);
    return { ...values, folder: positionals[0] };
  },
});
if (start !== null) {
  const [{ runOnDatabase }, { runExport }] = await Promise.all([
    import('./run-on-database.ts'),
    import('./run-export.ts'),
  ]);
  await runOnDatabase(start, failure, runExport);
}
