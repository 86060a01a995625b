// npm run check: everything that a reviewer would check and a program can. Runs all, then names
// what failed.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

const checks: Readonly<Record<string, readonly string[]>> = {
  types: ['tsc', '-p', '.'],
  lint: ['oxlint', '-c', '.config/oxlint.json', '.'],
  format: ['prettier', '--config', '.config/prettier.json', '--log-level', 'warn', '--check', '.'],
  'generated files': ['tsx', 'codegen.ts', '--check'],
  architecture: [
    ...['vitest', 'run', '--config', '.config/vitest.config.ts', '--reporter', 'dot'],
    'test/architecture.test.ts',
  ],
  'dead code': ['knip', '-c', '.config/knip.json', '--no-config-hints', '--no-progress'],
};

const failed: string[] = [];
for (const [name, [program = '', ...args]] of Object.entries(checks)) {
  const { succeeded, output, seconds } = await run(program, args);
  process.stdout.write(`${succeeded ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
  if (succeeded) continue;
  failed.push(name);
  process.stdout.write(`${output.trim()}\n\n`);
}
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}.\n`);
  process.exitCode = 1;
} else {
  process.stdout.write('Everything passed.\n');
}

/** Runs a program of node_modules, and answers what it wrote. */
async function run(program: string, args: readonly string[]) {
  const startedAt = performance.now();
  const child = spawn(path.join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    shell: process.platform === 'win32', // where the programs are scripts of the shell
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const succeeded = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
  return { succeeded, output, seconds: (performance.now() - startedAt) / 1000 };
}
