import { parseArguments } from './parse-arguments.ts';
import { readStart } from './read-start.ts';

const failure = 'No token was created.';
const start = readStart({
  usage: 'docgraph token [--email <address>] [--label <text>] [--json]',
  failure,
  parse: (args) =>
    parseArguments(args, [], {
      email: { type: 'string' },
      label: { type: 'string', default: 'Command line' },
      json: { type: 'boolean', default: false },
    }).values,
});
if (start !== null) {
  const [{ runOnDatabase }, { createToken }] = await Promise.all([
    import('./run-on-database.ts'),
    import('./create-token.ts'),
  ]);
  await runOnDatabase(start, failure, createToken);
}
