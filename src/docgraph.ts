import { readVersion } from './version.ts';

/** The commands: what each does, and its program. */
const commands: Readonly<Record<string, [description: string, run: () => Promise<unknown>]>> = {
  start: ['serves the gateway', () => import('./main.ts')],
  worker: ['runs jobs beside gateways', () => import('./commands/worker.ts')],
  import: ['imports a documentation folder', () => import('./commands/import.ts')],
  export: ['writes a space to a folder', () => import('./commands/export.ts')],
  backup: ['writes everything to a file', () => import('./commands/backup.ts')],
  restore: ['fills an empty database from a backup', () => import('./commands/restore.ts')],
  token: ['creates an API token, also in place of a lost one', () => import('./commands/token.ts')],
  doctor: ['checks what a start needs', () => import('./commands/doctor.ts')],
};

const usage = `Usage: docgraph <command> [options]

${Object.entries(commands)
  .map(([name, [description]]) => `  ${name.padEnd(10)} ${description}`)
  .join('\n')}

  --help     prints this, or the options of a command
  --version  prints the version
  --json     prints the result of export, backup, restore, token or doctor as JSON

Environment variables set it up: see docs/settings.md.
`;

const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  // The program reads its own arguments.
  process.argv.splice(2, process.argv.length, ...rest);
  await command[1]();
} else if (name === '--version') process.stdout.write(`${readVersion()}\n`);
else if (name === '--help' || name === '-h') process.stdout.write(usage);
else {
  const problem = name === '' ? 'Pass a command.' : `Unknown command "${name}".`;
  process.stderr.write(`${problem}\n${usage}`);
  process.exitCode = 1;
}
