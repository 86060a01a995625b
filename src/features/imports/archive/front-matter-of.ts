import { CORE_SCHEMA, dump } from 'js-yaml';
import type { ConvertedHtml } from '../html/html-to-markdown.ts';

/** Returns front matter with the metadata of a page; '' if it has none. */
export function frontMatterOf({
  title,
  description,
}: Pick<ConvertedHtml, 'title' | 'description'>): string {
  const values = { ...(title && { title }), ...(description && { description }) };
  return Object.keys(values).length === 0
    ? ''
    : `---\n${dump(values, { schema: CORE_SCHEMA, quoteStyle: 'double' })}---\n`;
}
