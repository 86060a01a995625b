import { parseArguments } from './parse-arguments.ts';

/** Options of a command that writes or reads a file. */
export interface FileOptions {
  file: string;
  json: boolean;
}

/** Parses a file and `--json`. @throws CommandError describing the problem */
export function parseFileOptions(args: readonly string[]): FileOptions {
  const options = { json: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArguments(args, ['file'], options);
  return { file: positionals[0] ?? '', json: values.json };
}
