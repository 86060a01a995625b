import type { Block, Fragment, HeadingBlock } from './document-tree.ts';

/** Checks whether a block is a heading of any level. */
export function isHeading(node: Block | Fragment): node is HeadingBlock {
  return node.type === 'heading-1' || node.type === 'heading-2' || node.type === 'heading-3';
}
