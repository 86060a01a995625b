import type { Block, InlineContent } from '../../../document/document-tree.ts';
import { inlineText } from '../../../document/tree-text.ts';
import { imagesWithin } from './set-inlines.ts';

/** Maximum number of characters kept on one page. */
const CHARACTERS_MAX = 900;
/** Space that a block takes in addition to its text, in characters. */
const BLOCK_COST = 60;
const LINE_COST = 40;

/** Checks whether blocks certainly fit on one page, together with a heading. */
export function isShort(blocks: readonly Block[]): boolean {
  return costOf(blocks, CHARACTERS_MAX) <= CHARACTERS_MAX;
}

function costOfText(nodes: InlineContent): number {
  if (imagesWithin(nodes).length > 0) return Infinity;
  return nodes.reduce((sum, node) => sum + inlineText(node).length, 0);
}

/** Returns the space that blocks take, in characters. Stops counting above `most`. */
function costOf(blocks: readonly Block[], most: number): number {
  let cost = 0;
  for (const block of blocks) {
    cost += BLOCK_COST + costOfBlock(block, most - cost);
    if (cost > most) break;
  }
  return cost;
}

function costOfBlock(block: Block, most: number): number {
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'code-line':
      return costOfText(block.nodes);
    case 'code':
      return costOf(block.nodes, most);
    case 'hint':
    case 'blockquote':
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
    case 'list-item':
      return costOf(block.nodes, most);
    case 'content-ref':
    case 'divider':
    case 'embed':
    case 'file':
    case 'math':
      return LINE_COST;
    default:
      return Infinity;
  }
}
