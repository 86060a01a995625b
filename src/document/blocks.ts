import type { Token } from 'markdown-it';
import type { ConversionContext } from './content-references.ts';
import { createBlock, createCode, createParagraph, createVoidBlock } from './document-nodes.ts';
import type { Block } from './document-tree.ts';
import { wrapBlocks } from './fit-blocks.ts';
import { convertUnusedFootnote } from './footnotes.ts';
import { convertHeading, headingId, takeHeadingId } from './headings.ts';
import { convertHtmlBlock } from './html-blocks.ts';
import { parseHtmlTag } from './html-tree.ts';
import { convertImageLine } from './images.ts';
import { convertInlines } from './inlines.ts';
import { convertList } from './lists.ts';
import { convertPipeTable } from './pipe-tables.ts';
import type { ConvertBlocks, SourceBlock } from './source-tree.ts';
import { convertTag } from './tag-blocks.ts';

/** Converts blocks of the markdown to blocks of the tree, in reading order. */
export function convertBlocks(blocks: readonly SourceBlock[], context: ConversionContext): Block[] {
  const convertInner = (inner: readonly SourceBlock[]) => convertBlocks(inner, context);
  return blocks.flatMap((block) => {
    const nodes = convertBlock(block, convertInner, context);
    for (const node of nodes) {
      // Parts of one paragraph already have their lines.
      if (context.origins.get(node)?.token !== block.token) context.origins.set(node, block);
    }
    return nodes;
  });
}

function convertBlock(
  block: SourceBlock,
  convertInner: ConvertBlocks,
  context: ConversionContext,
): Block[] {
  const { token, children } = block;
  switch (block.type) {
    case 'paragraph':
      return convertParagraph(block, context);
    case 'heading':
      return [convertMarkdownHeading(block, context)];
    case 'bullet_list':
    case 'ordered_list':
      return [convertList(block, convertInner, context)];
    case 'blockquote':
      return wrapBlocks('blockquote', convertInner(children), context, (nodes) =>
        createBlock('blockquote', {}, nodes),
      );
    case 'fence': {
      const syntax = /^[^\s{`]+/.exec(token.info.trim())?.[0];
      return [createCode(token.content, syntax ? { syntax } : {})];
    }
    case 'code_block':
      return [createCode(token.content, {})];
    case 'hr':
      return [createVoidBlock('divider', {})];
    case 'math_block': {
      const formula = token.content;
      return [createVoidBlock('math', { formula })];
    }
    case 'table':
      return [convertPipeTable(block, context)];
    case 'html_block':
      return convertHtmlBlock(token.content, context);
    case 'summary':
      return [createParagraph(convertInlines(children[0]?.token.children ?? [], context))];
    case 'footnote':
      return convertUnusedFootnote(block, convertInner, context);
    case 'tag':
      return convertTag(block, convertInner, context);
    default:
      throw new Error(`The markdown parser has a block that is not handled: ${block.type}`);
  }
}

/** Converts a paragraph. Lines of images only become images blocks. */
function convertParagraph(block: SourceBlock, context: ConversionContext): Block[] {
  const lines = splitLines(block.children[0]?.token.children ?? []);
  const [first, end] = block.lines;
  const hasKnownLines = lines.length === end - first;
  const blocks: Block[] = [];
  let text: Token[] = [];
  const addBlocks = (added: readonly Block[], start: number, after: number) => {
    for (const node of added) {
      blocks.push(node);
      if (hasKnownLines)
        context.origins.set(node, { ...block, lines: [first + start, first + after] });
    }
  };
  let textStart = 0;
  const endText = (line: number) => {
    const content = convertInlines(text, context);
    if (content.length > 0) addBlocks([createParagraph(content)], textStart, line);
    text = [];
  };
  lines.forEach((line, index) => {
    const images = convertImageLine(line, context);
    if (!images) {
      for (const token of line) text.push(token);
      return;
    }
    endText(index);
    addBlocks(images, index, index + 1);
    textStart = index + 1;
  });
  endText(lines.length);
  return blocks;
}

/** Splits tokens at line breaks that no emphasis or link spans. */
function splitLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of tokens) {
    lines.at(-1)?.push(token);
    if (token.level === 0 && (token.type === 'softbreak' || token.type === 'hardbreak')) {
      lines.push([]);
    }
  }
  return lines;
}

function convertMarkdownHeading(
  { token, children }: SourceBlock,
  context: ConversionContext,
): Block {
  const inline = children[0]?.token;
  const tokens = inline?.children ?? [];
  const nodes = convertInlines(
    tokens.filter((_, index) => !isAnchor(tokens, index)),
    context,
  );
  const id = takeHeadingId(nodes, inline?.content ?? '') ?? anchorId(tokens);
  return convertHeading(Number(token.tag.slice(1)), nodes, { id });
}

/** Checks whether a token is one end of an empty `<a id="…"></a>`, which is not a visible link. */
function isAnchor(tokens: readonly Token[], index: number): boolean {
  const closes = (at: number) =>
    tokens[at]?.type === 'html_inline' && tokens[at].content === '</a>';
  const opens = (at: number) => htmlAnchor(tokens[at]) !== undefined;
  return (opens(index) && closes(index + 1)) || (closes(index) && opens(index - 1));
}

function anchorId(tokens: readonly Token[]): string | undefined {
  for (const token of tokens) {
    const id = headingId(htmlAnchor(token) ?? '');
    if (id !== undefined) return id;
  }
  return undefined;
}

function htmlAnchor(token: Token | undefined): string | undefined {
  if (token?.type !== 'html_inline' || !token.content.startsWith('<a')) return undefined;
  const attributes = parseHtmlTag(token.content)?.attributes;
  return attributes?.id ?? attributes?.name;
}
