import { stringify } from 'yaml';
import type { ConvertedHtml } from '../html/html-to-markdown.ts';

/** What a web page says of itself, as front matter says it. */
export function frontMatterOf({ title, description }: ConvertedHtml): string {
  const values = { ...(title && { title }), ...(description && { description }) };
  return Object.keys(values).length === 0 ? '' : `---\n${stringify(values)}---\n`;
}
