import { writeTagStart } from './writing/write-tag.ts';
import type { Block, Inline, TagBlock, TextNode } from './document-tree.ts';

/** Returns the visible text of an inline element or text, where only text can be shown. */
export function inlineText(node: Inline | TextNode): string {
  if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
  switch (node.type) {
    case 'tag':
      return node.isVoid ? writeTagStart(node.data) : node.nodes.map(inlineText).join('');
    case 'link':
    case 'annotation':
      return node.nodes.map(inlineText).join('');
    case 'emoji':
      return `:${node.data.code}:`;
    case 'expression':
      return node.data.expression;
    case 'inline-math':
      return node.data.formula;
    case 'inline-image':
      return node.data.caption ?? '';
    case 'button':
      return node.data.label;
    case 'mention':
      return 'url' in node.data.ref ? node.data.ref.url : '';
    case 'icon':
      return '';
  }
}

/** Returns further texts of one block, without those of its nested blocks. */
export type DescribeBlock = (block: Block) => readonly string[];

/**
 * Returns the texts of blocks in reading order: one per paragraph, heading, line of code or title.
 *
 * @param describe returns texts to add before those of the block
 */
export function blockTexts(blocks: readonly Block[], describe: DescribeBlock = () => []): string[] {
  const texts: string[] = [];
  collectTexts(blocks, texts, describe);
  return texts;
}

/** Attributes that are visible on any tag. */
const seenAttributes = new Set(['title', 'label', 'caption', 'description', 'alt', 'date']);

/** Returns the visible attributes of a tag. */
export function tagTexts({ data }: TagBlock): string[] {
  const entries = Object.entries(data.attributes);
  return entries.flatMap(([name, value]) => (seenAttributes.has(name) && value ? [value] : []));
}

function collectTexts(blocks: readonly Block[], texts: string[], describe: DescribeBlock): void {
  for (const block of blocks) {
    texts.push(...describe(block));
    switch (block.type) {
      case 'paragraph':
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
      case 'code-line':
        texts.push(block.nodes.map(inlineText).join(''));
        for (const node of block.nodes) {
          if (node.object === 'inline' && node.type === 'annotation') {
            for (const { nodes } of node.fragments) collectTexts(nodes, texts, describe);
          }
        }
        continue;
      case 'math':
        texts.push(block.data.formula);
        continue;
      case 'table':
        for (const { title } of Object.values(block.data.definition)) if (title) texts.push(title);
        break;
      case 'tag':
        texts.push(...tagTexts(block));
        break;
      case 'tabs-item':
      case 'code':
        if (block.data.title) texts.push(block.data.title);
        break;
      default:
    }
    if ('fragments' in block)
      for (const { nodes } of block.fragments) collectTexts(nodes, texts, describe);
    if ('nodes' in block) collectTexts(block.nodes, texts, describe);
  }
}
