import type { Token } from 'markdown-it';
import type { ConversionContext, Footnote } from './content-references.ts';
import { createParagraph, createText } from './document-nodes.ts';
import type { AnnotationInline, Block, TextNode } from './document-tree.ts';
import { fitBlocks } from './fit-blocks.ts';
import type { ConvertBlocks, SourceBlock } from './source-tree.ts';

/** Prefix of the anchor of a footnote. */
const noteAnchor = 'user-content-fn-';

/** Returns the footnotes of a document by name, and marks the referenced ones. */
export function findFootnotes(
  tokens: readonly Token[],
  blocks: readonly SourceBlock[],
): Map<string, Footnote> {
  const footnotes = new Map<string, Footnote>();
  const open = [...blocks];
  for (let block = open.pop(); block; block = open.pop()) {
    const label = footnoteLabel(block);
    if (label !== undefined) footnotes.set(label, { source: block, isUsed: false });
    open.push(...block.children);
  }
  if (footnotes.size === 0) return footnotes;
  for (const { type, content, children } of tokens) {
    if (type === 'html_block') {
      for (const [, label] of content.matchAll(/"#user-content-fn-([^"\s]{1,100})"/g)) {
        markUsed(footnotes, label);
      }
    }
    for (const child of children ?? []) {
      if (child.type === 'footnote_reference') markUsed(footnotes, child.content);
    }
  }
  return footnotes;
}

function footnoteLabel({ token }: SourceBlock): string | undefined {
  return token.type === 'footnote_open' ? (token.meta?.label as string) : undefined;
}

function markUsed(footnotes: Map<string, Footnote>, label = ''): void {
  const footnote = footnotes.get(label);
  if (footnote) footnote.isUsed = true;
}

/** Returns the name of the footnote that an address refers to. */
export function noteLabel(address: string): string | undefined {
  return address.startsWith(`#${noteAnchor}`) ? address.slice(noteAnchor.length + 1) : undefined;
}

/** Returns the address of a footnote. */
export function noteAddress(label: string): string {
  return `#${noteAnchor}${label}`;
}

/**
 * Creates annotated text. Returns undefined if the footnote does not exist, and inside another
 * footnote. Also returns undefined when the budget of the tree is spent, since many texts may share
 * one footnote.
 */
export function createAnnotation(
  label: string,
  nodes: TextNode[],
  context: ConversionContext,
): AnnotationInline | undefined {
  const footnote = context.footnotes.get(label);
  if (!footnote || context.isInFootnote) return undefined;
  const { resolveReference, resolveInclude, convertBlocks, budget, footnotes, origins } = context;
  const shared = { resolveReference, resolveInclude, convertBlocks, budget, footnotes, origins };
  const inner = { ...shared, isInFootnote: true };
  const blocks = fitBlocks(
    'annotation-body',
    convertBlocks(footnote.source.children, inner),
    inner,
  );
  const body = blocks.length > 0 ? blocks : [createParagraph([])];
  budget.referenceCharacters -= JSON.stringify(body).length / 4;
  if (budget.referenceCharacters < 0) return undefined;
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes,
    fragments: [
      { object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes: body },
    ],
  };
}

/** Converts an unreferenced footnote to blocks; returns nothing for a referenced one. */
export function convertUnusedFootnote(
  block: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): Block[] {
  const label = footnoteLabel(block) ?? '';
  const footnote = context.footnotes.get(label);
  if (footnote?.source === block && footnote.isUsed) return [];
  const [first, ...others] = convertBlocks(block.children);
  const name = `[^${label}]: `;
  if (first?.type !== 'paragraph') {
    return [createParagraph([createText(name)]), ...(first ? [first] : []), ...others];
  }
  const [text] = first.nodes;
  const leaf = text?.object === 'text' ? text.leaves[0] : undefined;
  if (!leaf || leaf.marks.length > 0) first.nodes.unshift(createText(name));
  else leaf.text = name + leaf.text;
  return [first, ...others];
}
