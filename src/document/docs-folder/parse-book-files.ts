import { parseLayout, type GitbookConfiguration } from './parse-gitbook-yaml.ts';
import { asMap } from './parse-yaml.ts';

/** Parses the layout in `book.json` of older GitBook versions and HonKit. Never throws. */
export function parseBookJson(text: string): GitbookConfiguration {
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
export function parseBookToml(text: string): GitbookConfiguration {
  const [, table = ''] =
    /^[ \t]*\[[ \t]*book[ \t]*\][^\n]*\n([^]*?)(?=^[ \t]*\[|$(?![^]))/m.exec(text) ?? [];
  const [, , inTable] = /^[ \t]*src[ \t]*=[ \t]*(["'])(.*?)\1/m.exec(table) ?? [];
  const [, , dotted] = /^[ \t]*book\.src[ \t]*=[ \t]*(["'])(.*?)\1/m.exec(text) ?? [];
  return { ...parseLayout({ root: inTable ?? dotted ?? 'src' }), readme: '' };
}
