// npm run check: everything that a reviewer would check and a program can. Runs all, two at a time,
// then names what failed.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** The checks by name. The longest come first. */
const checks: Readonly<Record<string, readonly string[]>> = {
  lint: ['oxlint', '-c', '.config/oxlint.json', '.'],
  // More checkers check much of the same twice, on cores that other checks use.
  types: ['tsc', '-p', '.', '--checkers', '1'],
  architecture: [
    ...['vitest', 'run', '--config', '.config/vitest.config.ts', '--reporter', 'dot'],
    'test/architecture.test.ts',
  ],
  'generated files': ['tsx', 'codegen.ts', '--check'],
  'dead code': ['knip', '-c', '.config/knip.json', '--no-config-hints', '--no-progress'],
  format: ['oxfmt', '-c', '.config/oxfmt.json', '--check', '.'],
};
/** Number of checks that run at a time. */
const LANES = 2;

const failed: string[] = [];
const queue = Object.entries(checks);
await Promise.all(Array.from({ length: LANES }, runQueued));
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}.\n`);
  process.exitCode = 1;
} else {
  process.stdout.write('Everything passed.\n');
}

/** Runs checks until none is left. */
async function runQueued(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, [program = '', ...args]] = next;
    const { succeeded, output, seconds } = await run(program, args);
    process.stdout.write(`${succeeded ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
    if (succeeded) continue;
    failed.push(name);
    process.stdout.write(`${output.trim()}\n\n`);
  }
}

/** Runs a program of node_modules, and returns what it wrote. */
async function run(program: string, args: readonly string[]) {
  const startedAt = performance.now();
  const child = spawn(path.join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    // By default, programs that read many files collect garbage much of the time, whether they are
    // written in JavaScript or, as the compiler and the linter are, in Go.
    env: { ...process.env, NODE_OPTIONS: '--max-semi-space-size=128', GOGC: '400' },
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
