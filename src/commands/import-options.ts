import { parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';

export interface ImportOptions {
  /** The folder to read. */
  folder: string;
  /** The id of a space, or a title. */
  space: string;
  /** Where a new space goes; undefined: the viewer's only organization. */
  organization: string | undefined;
}

const usage =
  'Usage: npm run import -- <folder> --space <id or new title> [--organization <id>]\n' +
  'A relative path starts at the folder of docgraph.';

/** Reads the arguments of the import command. @throws CommandError that shows the usage */
export function parseImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parse(args);
  const [folder, ...more] = positionals;
  if (folder === undefined || folder === '') throw wrong('Name a folder.');
  if (more.length > 0) throw wrong(`Name one folder, not ${positionals.length}.`);
  const space = values.space?.trim();
  if (!space) throw wrong('Name a space: --space.');
  return { folder, space, organization: values.organization };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { space: { type: 'string' }, organization: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(message: string): CommandError {
  return new CommandError(`${message}\n${usage}`);
}
