import type { Token } from 'markdown-it';
import type { ConversionContext } from './content-references.ts';
import { createBlock, createList, createListItem, createParagraph } from './document-nodes.ts';
import type { Block } from './document-tree.ts';
import { parseHtmlTag } from './html-tree.ts';
import type { HtmlTag } from './html-tree.ts';
import { convertInlines } from './inlines.ts';
import { pairTags } from './pair-tags.ts';

/** Maximum nesting depth of lists in a cell; deeper lists become lines. */
const LISTS_MAX = 20;

/** Converts the content of a pipe-table cell: lines of text, and HTML lists. */
export function convertCell(
  tokens: readonly Token[],
  context: ConversionContext,
  depth = 0,
): Block[] {
  const tags = tokens.map(({ type, content }) =>
    type === 'html_inline' ? parseHtmlTag(content) : undefined,
  );
  const ends = pairTags(tags.map((tag) => (tag?.isVoid ? undefined : tag)));
  const blocks: Block[] = [];
  let line: Token[] = [];
  const endLine = () => {
    const content = convertInlines(line, context);
    if (content.length > 0) blocks.push(createParagraph(content));
    line = [];
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const [token, tag, end] = [tokens[index], tags[index], ends.get(index)];
    if (tag && end !== undefined && isList(tag) && depth < LISTS_MAX) {
      endLine();
      const items = divideItems(tokens.slice(index + 1, end), tags.slice(index + 1, end));
      blocks.push(convertList(tag, items, (inner) => convertCell(inner, context, depth + 1)));
      index = end;
    } else if (token) line.push(token);
  }
  endLine();
  return blocks.length > 0 ? blocks : [createParagraph([])];
}

function isList({ name, kind }: HtmlTag): boolean {
  return kind === 'open' && (name === 'ul' || name === 'ol');
}

/** Returns the tokens of each list item, whose end tag may be omitted. */
function divideItems(tokens: readonly Token[], tags: readonly (HtmlTag | undefined)[]): Token[][] {
  const items: Token[][] = [];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const tag = tags[index];
    const isInner = tag?.name === 'ul' || tag?.name === 'ol';
    if (isInner) depth += tag.kind === 'open' ? 1 : -1;
    const isEdge = depth === 0 && tag?.name === 'li';
    const isBlank = token.type === 'text' && token.content.trim() === '';
    if (isEdge && tag.kind === 'open') items.push([]);
    else if (!isEdge && !(isBlank && items.length === 0)) {
      if (items.length === 0) items.push([]);
      items.at(-1)?.push(token);
    }
  }
  return items;
}

function convertList(
  { name, attributes }: HtmlTag,
  items: readonly Token[][],
  convert: (tokens: readonly Token[]) => Block[],
): Block {
  const nodes = items.map((tokens) => createListItem(convert(tokens)));
  if (name === 'ul') return createList('list-unordered', nodes);
  const start = Number(attributes.start || 1);
  const hasStart = Number.isInteger(start) && start >= 0 && start < 1e9 && start !== 1;
  const data = hasStart ? { start } : {};
  return createBlock('list-ordered', data, nodes);
}
