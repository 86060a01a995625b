import { ConfigError, readConfig, type Config } from '../config.ts';

/**
 * Reads the arguments and the settings of a command without arguments of its own. Shows the usage,
 * or what is wrong; returns null if the command must not go on.
 *
 * @param command as a person writes it
 * @param failure what a refusal begins with
 */
export function readStart(command: string, failure: string): Config | null {
  const [argument] = process.argv.slice(2);
  const usage = `Usage: ${command}\nEnvironment variables set it up: see "Settings" in README.md.`;
  if (argument === '--help' || argument === '-h') {
    process.stdout.write(`${usage}\n`);
    return null;
  }
  try {
    if (argument !== undefined) {
      throw new ConfigError(`"${argument}" is not an argument of ${command}.\n${usage}`);
    }
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${failure} ${error.message}\n`);
    process.exitCode = 1;
    return null;
  }
}
