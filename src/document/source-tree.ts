import type { Token } from 'markdown-it';
import { depthMax, tagDepthMax } from './document-limits.ts';
import type { Block } from './document-tree.ts';
import { findImpliedEnds } from './implied-tag-ends.ts';
import { pairTags } from './pair-tags.ts';
import type { Tag } from './tag-syntax.ts';

/** A block of the markdown, before it is converted to the document tree. */
export interface SourceBlock {
  /** The parser's name of the block: `paragraph`, `fence`, `bullet_list`, `tag` … */
  type: string;
  token: Token;
  /** First line, and the line after the last one, counted from 0. */
  lines: [number, number];
  children: SourceBlock[];
  /** Only for type `tag`. `paired` is true if it has an end; then `children` are its content. */
  tag?: Tag & { paired: boolean };
}

/** Converts nested blocks of the markdown to blocks of the tree. */
export type ConvertBlocks = (blocks: readonly SourceBlock[]) => Block[];

/** Nests the flat tokens of the parser, then assigns content to each tag. */
export function buildSourceTree(tokens: readonly Token[]): SourceBlock[] {
  const root: SourceBlock[] = [];
  const levels: SourceBlock[][] = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      if (levels.length > 1) levels.pop();
      continue;
    }
    const block = createSourceBlock(token);
    levels.at(-1)?.push(block);
    if (token.nesting > 0) levels.push(block.children);
  }
  return nestTags(root, { depth: 0, tags: 0 });
}

function createSourceBlock(token: Token): SourceBlock {
  const block: SourceBlock = {
    type: token.type.replace(/_open$/, ''),
    token,
    lines: token.map ?? [0, 0],
    children: [],
  };
  if (token.type === 'tag') block.tag = { ...(token.meta?.tag as Tag), paired: false };
  return block;
}

/**
 * Moves the blocks between the ends of a tag into it, up to {@link depthMax} levels deep, of which
 * {@link tagDepthMax} may be tags.
 *
 * @param around number of levels, and of tag levels, around the blocks
 */
function nestTags(written: SourceBlock[], around: { depth: number; tags: number }): SourceBlock[] {
  const blocks = addImpliedEnds(written);
  const pairs = pairTags(blocks.map((block) => block.tag));
  const root: SourceBlock[] = [];
  const levels: { nodes: SourceBlock[]; end: number }[] = [{ nodes: root, end: -1 }];
  blocks.forEach((block, index) => {
    const level = levels.at(-1);
    if (!level) return;
    if (index === level.end) {
      levels.pop();
      return;
    }
    level.nodes.push(block);
    const end = pairs.get(index);
    const depth = around.depth + levels.length;
    const tags = around.tags + levels.length - 1;
    if (block.tag && end !== undefined && depth < depthMax && tags < tagDepthMax) {
      block.tag.paired = true;
      block.lines = [block.lines[0], blocks[end]?.lines[1] ?? block.lines[1]];
      levels.push({ nodes: block.children, end });
    } else if (block.children.length > 0) {
      block.children = nestTags(block.children, { depth, tags });
    }
  });
  return root;
}

/** Adds the omitted ends of tabs, steps and columns. */
function addImpliedEnds(blocks: SourceBlock[]): SourceBlock[] {
  const ends = findImpliedEnds(blocks.map((block) => block.tag));
  if (ends.size === 0) return blocks;
  return blocks.flatMap((block, index) => {
    const name = ends.get(index);
    if (name === undefined) return [block];
    const lines: [number, number] = [block.lines[0], block.lines[0]];
    const tag = {
      name,
      kind: 'close',
      word: '',
      attributes: {},
      rest: '',
      source: '',
      paired: false,
    } as const;
    return [{ ...block, lines, children: [], tag }, block];
  });
}
