import { ConfigError, readConfig, type Config } from '../config.ts';
import { CommandError } from './command-error.ts';

/** A command, as known before its modules load. */
export interface Command<Options> {
  /** Its command line, for the usage text. */
  usage: string;
  /** Start of the message of a failure. */
  failure: string;
  /** Parses the arguments. @throws CommandError describing the problem */
  parse: (args: readonly string[]) => Options;
}

export interface Start<Options> {
  options: Options;
  config: Config;
}

const settingsHint = 'Environment variables set it up: see docs/settings.md.';

/**
 * Reads the arguments and settings of a command. Prints the usage or the problem, and returns null,
 * if the command must not run.
 */
export function readStart<Options>(command: Command<Options>): Start<Options> | null {
  const args = process.argv.slice(2);
  const usage = `Usage: ${command.usage}\n${settingsHint}\n`;
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    return null;
  }
  try {
    return { options: command.parse(args), config: readConfig() };
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
    const hint = error instanceof CommandError ? usage : '';
    refuse(command.failure, `${error.message}\n${hint}`.trimEnd());
    return null;
  }
}

/** Prints why the command failed, and sets a failing exit code. */
export function refuse(failure: string, message: string): void {
  process.stderr.write(`${failure} ${message}\n`);
  process.exitCode = 1;
}

/** Rejects all arguments: environment variables configure the command. @throws CommandError */
export function parseNoArguments([argument]: readonly string[]): void {
  if (argument !== undefined) throw new CommandError(`Unknown argument "${argument}".`);
}
