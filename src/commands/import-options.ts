import { opendirSync } from 'node:fs';
import path from 'node:path';
import { errorText } from '../lib/error-text.ts';
import { CommandError } from './command-error.ts';
import { parseArguments } from './parse-arguments.ts';

export interface ImportOptions {
  /** Path of the folder to import. */
  folder: string;
  /** The id of a space, or a title. */
  space: string;
  /** Organization of a new space. If undefined, the viewer's only organization. */
  organization: string | undefined;
}

/** Usage of the import command. */
export const importUsage =
  'docgraph import <folder> --space <id or new title> [--organization <id>]\n' +
  'A relative path starts at the folder of docgraph.';

/** Parses the arguments of the import command. @throws CommandError describing the problem */
export function parseImportOptions(args: readonly string[]): ImportOptions {
  const options = { space: { type: 'string' }, organization: { type: 'string' } } as const;
  const { values, positionals } = parseArguments(args, ['folder'], options);
  const [folder = ''] = positionals;
  const space = values.space?.trim();
  if (!space) throw new CommandError('Pass a space: --space.');
  requireFolder(folder);
  return { folder, space, organization: values.organization };
}

function requireFolder(folder: string): void {
  try {
    opendirSync(folder).closeSync();
  } catch (error) {
    throw new CommandError(
      `The folder ${path.resolve(folder)} cannot be read: ${errorText(error)}.`,
    );
  }
}
