import { parseArgs, type ParseArgsConfig } from 'node:util';
import { errorText } from '../lib/error-text.ts';
import { CommandError } from './command-error.ts';

/**
 * Parses the arguments of a command.
 *
 * @param names names of the positional arguments, of which all are required
 * @throws CommandError describing the problem
 */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  names: readonly string[],
  options: Options,
) {
  const parsed = parse(args, options);
  const missing = names[parsed.positionals.length];
  if (missing !== undefined) throw new CommandError(`Pass a ${missing}.`);
  const unknown = parsed.positionals[names.length];
  if (unknown !== undefined) throw new CommandError(`Unknown argument "${unknown}".`);
  return parsed;
}

function parse<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(errorText(error));
  }
}
