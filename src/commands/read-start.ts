import { ConfigError, readConfig, type Config } from '../config.ts';
import { CommandError } from './command-error.ts';

/** A command that people start, as far as it is known before any of its modules load. */
export interface Command<Options> {
  /** Its arguments, as a person writes them. */
  usage: string;
  /** Text that a refusal begins with. */
  failure: string;
  /** Parses the arguments. @throws CommandError that says what is wrong */
  parse: (args: readonly string[]) => Options;
}

export interface Start<Options> {
  options: Options;
  config: Config;
}

const settingsHint = 'Environment variables set it up: see "Settings" in README.md.';

/**
 * Reads the arguments and the settings of a command. Shows the usage, or what is wrong; returns
 * null if the command must not go on.
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

/** Says why a command ends here, and that it failed. */
export function refuse(failure: string, message: string): void {
  process.stderr.write(`${failure} ${message}\n`);
  process.exitCode = 1;
}

/** Refuses all arguments: environment variables set the command up. @throws CommandError */
export function parseNoArguments([argument]: readonly string[]): void {
  if (argument !== undefined) throw new CommandError(`Unknown argument "${argument}".`);
}
