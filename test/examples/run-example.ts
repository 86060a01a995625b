import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const examples = path.resolve(import.meta.dirname, '../../examples');

/**
 * Runs a command in the folder of an example. Returns the lines of its output.
 *
 * @throws Error with the output, if the command fails
 */
export async function runExample(
  example: string,
  [program, ...args]: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { stdout } = await run(program, args, {
    cwd: path.join(examples, example),
    env: { ...process.env, ...settings },
  });
  return stdout.trimEnd().split('\n');
}
