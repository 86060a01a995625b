import { posix } from 'node:path';
import { isSafePath } from '../../external/git/git-names.ts';
import type { FolderSource } from '../content/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../content/docs-folder/limits.ts';
import { parseGitbookYaml } from '../content/docs-folder/parse-gitbook-yaml.ts';
import { CONFIGURATION_NAME } from '../content/docs-folder/read-docs-folder.ts';
import { readText, type TextResult } from '../content/docs-folder/read-text.ts';
import { badConfiguration } from './git-failures.ts';

/** Where documentation is in a repository. */
export interface Places {
  /** '' for all of it. */
  root: string;
  /** The table of contents, whether it is there or not. */
  summaryPath: string;
}

/**
 * Reads from the configuration where documentation is. One that cannot be understood is a failure:
 * its defaults are other places, in which an import would find no page, and an export no file.
 *
 * @param source null for an empty repository
 * @param directory the part of it that is the space
 * @throws JobFailure
 */
export async function readPlaces(source: FolderSource | null, directory: string): Promise<Places> {
  const path = posix.join(directory, CONFIGURATION_NAME);
  const configuration = source ? await readListed(source, path) : { text: '' };
  if (configuration.text === undefined) throw badConfiguration(path, configuration.reason);
  const { problems, ...said } = parseGitbookYaml(configuration.text);
  const unsafe = isSafePath(posix.join(said.root, said.summary)) ? [] : ['a path is not safe'];
  const [problem] = [...problems, ...unsafe];
  if (problem !== undefined) throw badConfiguration(path, problem);
  const root = posix.join(directory, said.root);
  const summaryPath = posix.join(root, said.summary);
  return { root: root === '.' ? '' : root, summaryPath };
}

/** The configuration; '' where there is none. */
async function readListed(source: FolderSource, path: string): Promise<TextResult> {
  const file = (await source.list()).find((one) => one.path === path);
  if (!file) return { text: '' };
  if (file.refused !== undefined) return { text: undefined, reason: file.refused };
  const { configurationBytesMax: bytesMax } = docsFolderLimits;
  return readText(source, path, { size: file.size, bytesMax });
}
