import type { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Block, InlineContent } from '../../content/document/document-tree.ts';
import { createText } from '../../content/document/document-nodes.ts';
import { normalizeDocument } from '../../content/document/input/normalize-document.ts';
import { markdownToDocument } from '../../content/document/markdown-to-document.ts';
import { blockTexts } from '../../content/document/tree-text.ts';
import { documentToMarkdown } from '../../content/document/writing/document-to-markdown.ts';

export type MarkdownTree = ReturnType<typeof toMdast>;
export type MarkdownNodes = Extract<MarkdownTree, { type: 'root' }>['children'];

/** Text that is markup of the markdown that pages are written in. */
export const markup = (value: string) => ({ type: 'html', value }) as const;

/** The same within a line: it does not end the line that it stands in. */
export const inlineMarkup = (value: string) =>
  ({ type: 'html', value, data: { hName: 'span' } }) as const;

/** Markdown as the editor writes it. */
export function writtenMarkdown(tree: MarkdownTree): string {
  return markdownOfBlocks(blocksOf(tree));
}

/** What markdown says, as blocks. */
export function blocksOf(tree: MarkdownTree): Block[] {
  const plain = toMarkdown(tree, {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    unsafe: dialectUnsafe,
    rule: '-',
  });
  return markdownToDocument(plain, { hasFrontMatter: false }).nodes;
}

export function markdownOfBlocks(nodes: Block[]): string {
  return documentToMarkdown(
    normalizeDocument({ object: 'document', data: { schemaVersion: 1 }, nodes }),
  );
}

/** What is in blocks as one line of text; of others than text, what can be read. */
export function lineOfBlocks(blocks: readonly Block[]): InlineContent {
  return blocks.flatMap((block, index): InlineContent => {
    const line = 'nodes' in block && isText(block) ? block.nodes : [createText(textOf(block))];
    return index === 0 ? line : [createText('\n'), ...line];
  });
}

function isText(block: Block): block is Extract<Block, { nodes: InlineContent }> {
  return block.type === 'paragraph' || block.type.startsWith('heading-');
}

function textOf(block: Block): string {
  return blockTexts([block]).join('\n');
}

/** What is markup of the dialect beside that of markdown, so that text has to escape it. */
const dialectUnsafe = [
  { character: '{', after: '[{%#]', inConstruct: 'phrasing' as const },
  { character: '$', after: '\\$', inConstruct: 'phrasing' as const },
  { character: ':', after: '[a-z0-9+-]', inConstruct: 'phrasing' as const },
];
