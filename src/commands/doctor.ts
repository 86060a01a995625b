import { parseArguments } from './parse-arguments.ts';
import { readStart } from './read-start.ts';
import { checkAll } from './run-checks.ts';

// Invalid settings are the first thing that it reports.
const start = readStart({
  usage: 'docgraph doctor [--json]',
  failure: 'Nothing was checked.',
  parse: (args) => parseArguments(args, [], { json: { type: 'boolean', default: false } }).values,
});
if (start !== null) {
  const checks = await checkAll(start.config);
  const lines = checks.map(
    ({ name, ok, message }) => `${ok ? '✓' : '✗'} ${name.padEnd(12)} ${message}`,
  );
  process.stdout.write(`${start.options.json ? JSON.stringify(checks) : lines.join('\n')}\n`);
  if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
}
