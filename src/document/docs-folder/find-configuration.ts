import { posix } from 'node:path';
import { parseGitbookYaml, type GitbookConfiguration, parseLayout } from './parse-gitbook-yaml.ts';
import { asMap } from './parse-yaml.ts';

/** Name of the file that configures the layout of a folder. */
export const CONFIGURATION_NAME = '.gitbook.yaml';

/** The configuration of a folder, and the path of its file. */
export interface FoundConfiguration {
  /** Path of the file; that of `.gitbook.yaml` if there is no configuration file. */
  path: string;
  configuration: GitbookConfiguration;
}

/**
 * Finds the layout configuration of a folder: `.gitbook.yaml`, else `book.json`, else `book.toml`
 * if it has a table of contents.
 *
 * @param has returns whether the source has a file
 * @param read returns the text of a file; undefined if it cannot be read
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

/** Parses the layout in `book.json` of older GitBook versions and HonKit. Never throws. */
function parseBookJson(text: string): GitbookConfiguration {
  const configuration = parseLayout({});
  try {
    const book = asMap(JSON.parse(text));
    if (book) return parseLayout({ root: book.root, structure: book.structure });
    configuration.problems.push('not a JSON object; the defaults apply');
  } catch {
    configuration.problems.push('not valid JSON; the defaults apply');
  }
  return configuration;
}

/**
 * Parses the location of chapters in `book.toml` of mdBook. Only the table of contents lists
 * chapters, so there is no separate first page. Never throws.
 */
function parseBookToml(text: string): GitbookConfiguration {
  const [, table = ''] =
    /^[ \t]*\[[ \t]*book[ \t]*\][^\n]*\n([^]*?)(?=^[ \t]*\[|$(?![^]))/m.exec(text) ?? [];
  const [, , inTable] = /^[ \t]*src[ \t]*=[ \t]*(["'])(.*?)\1/m.exec(table) ?? [];
  const [, , dotted] = /^[ \t]*book\.src[ \t]*=[ \t]*(["'])(.*?)\1/m.exec(text) ?? [];
  return { ...parseLayout({ root: inTable ?? dotted ?? 'src' }), readme: '' };
}
