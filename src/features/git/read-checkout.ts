import { posix } from 'node:path';
import type { Checkout } from '../../external/git/git-client.ts';
import { openDiskFolder } from '../content/docs-folder/disk-folder.ts';
import type { DocsFolder, FolderSource } from '../content/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../content/docs-folder/limits.ts';
import { parseGitbookYaml } from '../content/docs-folder/parse-gitbook-yaml.ts';
import { CONFIGURATION_NAME, readDocsFolder } from '../content/docs-folder/read-docs-folder.ts';
import { badConfiguration, brokenSummary, noDirectory, nothingToImport } from './git-failures.ts';

/** What of a table of contents makes it useless as a whole: its pages would all be deleted. */
const UNREADABLE = /not valid UTF-8|holds a NUL|larger than|cannot be read/;

export interface ReadCheckout {
  folder: DocsFolder;
  source: FolderSource;
}

/**
 * Reads what was fetched as documentation. A configuration or a table of contents that cannot be
 * understood is a failure: with their defaults, an import would take all pages for deleted.
 *
 * @throws JobFailure
 */
export async function readCheckout(
  { folder: at, files }: Pick<Checkout, 'folder' | 'files'>,
  directory: string,
): Promise<ReadCheckout> {
  if (files.length === 0) throw directory === '' ? nothingToImport() : noDirectory(directory);
  const disk = await openDiskFolder(at);
  const source: FolderSource = {
    read: (path) => disk.read(path),
    async list() {
      const leftOut = files.flatMap((file) =>
        file.leftOut === undefined ? [] : { path: file.path, size: 0, refused: file.leftOut },
      );
      return [...(await disk.list()), ...leftOut];
    },
  };
  const paths = new Set(files.map((file) => file.path));
  const summaryPath = posix.join(directory, await requireConfiguration(source, paths, directory));
  const folder = await readDocsFolder(source, docsFolderLimits, directory);
  const isEmpty = folder.pages.length === 0;
  const summary = folder.skipped.find((one) => one.path === summaryPath);
  if (summary && UNREADABLE.test(summary.reason)) throw brokenSummary(summaryPath, summary.reason);
  if (isEmpty && paths.has(summaryPath) && [...paths].some((one) => one !== summaryPath)) {
    throw brokenSummary(summaryPath, 'it names no page that is there');
  }
  if (isEmpty && folder.files.length === 0) throw nothingToImport();
  return { folder, source };
}

/** Answers where the table of contents is, below the directory. */
async function requireConfiguration(
  source: FolderSource,
  paths: ReadonlySet<string>,
  directory: string,
): Promise<string> {
  const path = posix.join(directory, CONFIGURATION_NAME);
  const text = paths.has(path) ? (await source.read(path)).toString('utf8') : '';
  const { problems, root, summary } = parseGitbookYaml(text);
  const [problem] = problems;
  if (problem !== undefined) throw badConfiguration(path, problem);
  return posix.join(root, summary);
}
