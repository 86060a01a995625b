import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A program of docgraph that runs as a separate process. */
export interface Program {
  /** Sends a signal and waits for the end. Returns the exit code; null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Runs a program of docgraph as npm does.
 *
 * @param settings environment variables that override those of the tests
 */
export function spawnProgram(
  program: string,
  args: readonly string[],
  settings: Record<string, string>,
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['.config/run.mjs', program, ...args], {
    cwd: root,
    // Overrides the BASE_URL of the test runner.
    env: { ...process.env, BASE_URL: '', ...settings },
  });
}

/**
 * Starts a program of docgraph on the database of a world, as npm does. An empty URL starts an
 * embedded database.
 *
 * @param settings environment variables that override those of the tests
 */
export function startProgram(
  { url }: { url: string },
  program: 'main' | 'worker',
  settings: Record<string, string> = {},
): Program {
  const child = spawnProgram(program, [], {
    ...{ DATABASE_URL: url, PORT: '0', DEMO: '0', LOG_LEVEL: 'warn' },
    ...settings,
  });
  child.stdout.resume();
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  return {
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
