import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { toSingleLine } from './clean-text.ts';

const HEADING_SEARCH_LENGTH_MAX = 64 * 1024;

/** A parser for structure: HTML is recognised, and links are handed on as they are written. */
export const markdownParser = new MarkdownIt('commonmark', { maxNesting: 100 });
markdownParser.normalizeLink = (url) => url;
markdownParser.validateLink = () => true;

/** The plain text of inline tokens, on one line. */
export function inlineText(tokens: Token[]): string {
  const texts = tokens.map((token) => {
    if (token.type === 'text' || token.type === 'code_inline') return token.content;
    if (token.type === 'image') return inlineText(token.children ?? []);
    return token.type === 'softbreak' || token.type === 'hardbreak' ? ' ' : '';
  });
  return toSingleLine(texts.join(''));
}

/** The text of the first `#` heading in the first 64 KiB of a page; undefined without one. */
export function firstHeading(markdown: string): string | undefined {
  const tokens = markdownParser.parse(markdown.slice(0, HEADING_SEARCH_LENGTH_MAX), {});
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open' || token.tag !== 'h1') continue;
    const text = inlineText(tokens[index + 1]?.children ?? []);
    if (text !== '') return text;
  }
  return undefined;
}
