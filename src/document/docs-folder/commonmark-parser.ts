import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';
import { toSingleLine } from './clean-text.ts';

const HEADING_SEARCH_LENGTH_MAX = 64 * 1024;

/** A parser for structure: it recognizes HTML, and keeps links as written. */
export const commonmarkParser = new MarkdownIt('commonmark', { maxNesting: 100 });
commonmarkParser.normalizeLink = (url) => url;
commonmarkParser.validateLink = () => true;

/** Returns the plain text of inline tokens, on one line. */
export function inlineTokenText(tokens: Token[]): string {
  const texts = tokens.map((token) => {
    if (token.type === 'text' || token.type === 'code_inline') return token.content;
    if (token.type === 'image') return inlineTokenText(token.children ?? []);
    return token.type === 'softbreak' || token.type === 'hardbreak' ? ' ' : '';
  });
  return toSingleLine(texts.join(''));
}

/**
 * Returns the text of the first level-1 heading in the first 64 KiB of a page, as markdown or HTML;
 * undefined without one.
 */
export function firstHeading(markdown: string): string | undefined {
  const tokens = commonmarkParser.parse(markdown.slice(0, HEADING_SEARCH_LENGTH_MAX), {});
  for (const [index, token] of tokens.entries()) {
    const isHeading = token.type === 'heading_open' && token.tag === 'h1';
    const text = isHeading ? inlineTokenText(tokens[index + 1]?.children ?? []) : headingIn(token);
    if (text !== '') return text;
  }
  return undefined;
}

/** Returns the text of the first `<h1>` in a block of HTML; '' without one. */
function headingIn({ type, content }: Token): string {
  if (type !== 'html_block' || !/<h1[\s>]/i.test(content)) return '';
  const heading = nodesBelow(parseFragment(content)).find(({ nodeName }) => nodeName === 'h1');
  const texts = heading ? nodesBelow(heading) : [];
  return toSingleLine(texts.flatMap((node) => ('value' in node ? node.value : [])).join(''));
}

type HtmlNode = DefaultTreeAdapterMap['node'];

/**
 * Returns all descendants of a node, in document order. Nesting is unlimited, so it does not
 * recurse.
 */
function nodesBelow(node: HtmlNode): HtmlNode[] {
  const found: HtmlNode[] = [];
  const open = [node];
  for (let one = open.pop(); one; one = open.pop()) {
    found.push(one);
    if ('childNodes' in one) open.push(...one.childNodes.toReversed());
  }
  return found.slice(1);
}
