import { posix } from 'node:path';
import { isSafePath } from '../../external/git/git-names.ts';
import type { FolderSource } from '../../document/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../document/docs-folder/docs-folder-limits.ts';
import {
  CONFIGURATION_NAME,
  findConfiguration,
} from '../../document/docs-folder/find-configuration.ts';
import { readText } from '../../document/docs-folder/read-text.ts';
import { variablesPathOf } from '../../document/docs-folder/read-variables-file.ts';
import { badConfiguration } from './git-failures.ts';

/** Locations of documentation in a repository. */
export interface Places {
  /** Root folder; '' for the whole repository. */
  root: string;
  /** Path of the table of contents, whether or not the file exists. */
  summaryPath: string;
  /** Path of the variables of the whole content, whether or not the file exists. */
  variablesPath: string;
}

/**
 * Reads the locations of documentation from the configuration. An invalid configuration is a
 * failure: with the default locations, an import would find no pages, and an export no files.
 *
 * @param source null for an empty repository
 * @param directory part of the repository that is the space
 * @throws JobFailure
 */
export async function readPlaces(source: FolderSource | null, directory: string): Promise<Places> {
  const files = new Map((await source?.list())?.map((file) => [file.path, file]));
  const has = (path: string) => files.has(path);
  const read = async (path: string) => {
    const { size = 0, refused } = files.get(path) ?? {};
    const { configurationBytesMax: bytesMax } = docsFolderLimits;
    const result = source && (await readText(source, path, { size, bytesMax }));
    const reason = refused ?? (result?.text === undefined ? result?.reason : undefined);
    if (reason === undefined) return result?.text ?? '';
    if (posix.basename(path) === CONFIGURATION_NAME) throw badConfiguration(path, reason);
    return undefined;
  };
  const { path, configuration } = await findConfiguration(directory, has, read);
  const { problems, ...said } = configuration;
  const isOwn = posix.basename(path) === CONFIGURATION_NAME;
  const unsafe = isSafePath(posix.join(said.root, said.summary)) ? [] : ['a path is not safe'];
  const [problem] = [...(isOwn ? problems : []), ...unsafe];
  if (problem !== undefined) throw badConfiguration(path, problem);
  const joined = posix.join(directory, said.root);
  const root = joined === '.' ? '' : joined;
  return {
    root,
    summaryPath: posix.join(root, said.summary),
    variablesPath: variablesPathOf(root, directory, has),
  };
}
