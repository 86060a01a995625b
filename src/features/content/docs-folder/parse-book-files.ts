import { parseLayout, type GitbookConfiguration } from './parse-gitbook-yaml.ts';
import { asMap } from './parse-yaml.ts';

/** Reads the layout that `book.json` of older GitBook versions and HonKit states. Never throws. */
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
 * Reads where `book.toml` of mdBook says that its chapters are. Only the table of contents says
 * which chapters there are, so there is no first page beside it. Never throws.
 */
export function parseBookToml(text: string): GitbookConfiguration {
  const [, table = ''] =
    /^[ \t]*\[[ \t]*book[ \t]*\][^\n]*\n([^]*?)(?=^[ \t]*\[|$(?![^]))/m.exec(text) ?? [];
  const [, , inTable] = /^[ \t]*src[ \t]*=[ \t]*(["'])(.*?)\1/m.exec(table) ?? [];
  const [, , dotted] = /^[ \t]*book\.src[ \t]*=[ \t]*(["'])(.*?)\1/m.exec(text) ?? [];
  return { ...parseLayout({ root: inTable ?? dotted ?? 'src' }), readme: '' };
}
