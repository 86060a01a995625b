import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadHead } from '../features/content/load-head.ts';
import { planExport } from '../features/git/export/plan-export.ts';
import { findSpace } from '../features/spaces/space-access.ts';
import { pluralize } from '../lib/pluralize.ts';
import { CommandError } from './command-error.ts';
import { contextOfUser } from './context-of-user.ts';
import type { CommandDependencies } from './run-on-database.ts';

export interface ExportOptions {
  /** Path of the folder to write: new or empty. */
  folder: string | undefined;
  /** Id of the space. */
  space?: string | undefined;
  json: boolean;
}

/** State of a new repository, so that the export writes all files. */
const emptyRepository = {
  ...{ lastSynced: null, checkout: { commit: null, files: [], folder: '' } },
  ...{ directory: '', force: false },
};

/**
 * Writes the primary content of a space to a folder, as an export to a new git repository does. The
 * first user exports it, who was created at the first start.
 */
export async function runExport(
  { folder = '', space: id, json }: ExportOptions,
  { print, ...dependencies }: CommandDependencies,
): Promise<void> {
  const target = path.resolve(folder);
  if (!id) throw new CommandError('Pass the id of a space: --space.');
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new CommandError(`The folder ${target} is not empty: name a new one.`);
  }
  const context = await contextOfUser(dependencies);
  const revision = await loadHead(context, await findSpace(context, id));
  const { changes, withoutFile } = await planExport(context, {
    ...emptyRepository,
    revision,
  });
  for (const { path: name, bytes } of changes) {
    const file = path.join(target, name);
    await mkdir(path.dirname(file), { recursive: true });
    if (bytes) await writeFile(file, bytes);
  }
  const files = changes.length;
  if (json) return print(JSON.stringify({ folder: target, files, withoutFile }));
  print(`Wrote ${pluralize(files, 'file')} to ${target}.`);
  for (const title of withoutFile) print(`Omitted "${title}": it has no form as a file.`);
}
