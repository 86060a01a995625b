import { posix } from 'node:path';
import { parseBookJson, parseBookToml } from './parse-book-files.ts';
import { parseGitbookYaml, type GitbookConfiguration } from './parse-gitbook-yaml.ts';

/** Where a folder says how it is laid out. */
export const CONFIGURATION_NAME = '.gitbook.yaml';

/** The configuration of a folder, and the file that states it. */
export interface FoundConfiguration {
  /** That of `.gitbook.yaml` where no file states any. */
  path: string;
  configuration: GitbookConfiguration;
}

/**
 * Finds how a folder is laid out: by `.gitbook.yaml`, else by `book.json`, else by `book.toml` if
 * that has a table of contents.
 *
 * @param has whether the source has a file
 * @param read the text of a file; undefined where it cannot be read
 */
export async function findConfiguration(
  base: string,
  has: (path: string) => boolean,
  read: (path: string) => Promise<string | undefined>,
): Promise<FoundConfiguration> {
  const path = posix.join(base, CONFIGURATION_NAME);
  if (has(path)) return { path, configuration: parseGitbookYaml((await read(path)) ?? '') };
  const bookJson = posix.join(base, 'book.json');
  if (has(bookJson)) {
    return { path: bookJson, configuration: parseBookJson((await read(bookJson)) ?? '{}') };
  }
  const bookToml = posix.join(base, 'book.toml');
  if (has(bookToml)) {
    const configuration = parseBookToml((await read(bookToml)) ?? '');
    const { root, summary } = configuration;
    if (has(posix.join(base, root, summary))) return { path: bookToml, configuration };
  }
  return { path, configuration: parseGitbookYaml('') };
}
