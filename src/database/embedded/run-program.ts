import { spawn } from 'node:child_process';
import { DatabaseStartError } from '../database-start-error.ts';
import type { SystemUser } from './system-user.ts';

/** The environment of every PostgreSQL program: none of docgraph's secrets, no foreign locale. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return process.env;
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a PostgreSQL program to its end; fails with what it wrote when it does not succeed. */
export async function runProgram(
  program: string,
  args: string[],
  options: { user: SystemUser | undefined; folder: string },
): Promise<void> {
  const child = spawn(program, args, {
    ...options.user,
    cwd: options.folder,
    env: postgresEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(program, error)));
    child.once('close', resolve);
  });
  if (code !== 0) throw new DatabaseStartError(`${program} failed: ${output.trim()}`);
}

/** Explains why a program of the package could not even be started. */
export function cannotRun(program: string, error: Error): DatabaseStartError {
  return new DatabaseStartError(
    `The packaged PostgreSQL cannot run here (${program}: ${error.message}). It needs glibc on ` +
      'Linux, so not Alpine, and root must be allowed to switch users. Set DATABASE_URL to a ' +
      'PostgreSQL server instead.',
    { cause: error },
  );
}
