import type { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Block, InlineContent } from '../../../document/document-tree.ts';
import { createText } from '../../../document/document-nodes.ts';
import { normalizeDocument } from '../../../document/input/normalize-document.ts';
import { markdownToDocument } from '../../../document/markdown-to-document.ts';
import { blockTexts } from '../../../document/tree-text.ts';
import { documentToMarkdown } from '../../../document/writing/document-to-markdown.ts';

export type MarkdownTree = ReturnType<typeof toMdast>;
export type MarkdownNodes = Extract<MarkdownTree, { type: 'root' }>['children'];

/** Returns a block with markup of the markdown dialect. */
export const markup = (value: string) => ({ type: 'html', value }) as const;

/** Returns inline markup, which does not end the line. */
export const inlineMarkup = (value: string) =>
  ({ type: 'html', value, data: { hName: 'span' } }) as const;

/** Writes markdown in the form that the editor uses. */
export function writtenMarkdown(tree: MarkdownTree): string {
  return markdownOfBlocks(blocksOf(tree));
}

/** Parses a markdown tree as blocks. */
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

/** Flattens blocks to inline content. Blocks other than text become their readable text. */
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

/** Characters that are markup in the dialect only, so that text must escape them. */
const dialectUnsafe = [
  { character: '{', after: '[{%#]', inConstruct: 'phrasing' as const },
  { character: '$', after: '\\$', inConstruct: 'phrasing' as const },
  { character: ':', after: '[a-z0-9+-]', inConstruct: 'phrasing' as const },
];
