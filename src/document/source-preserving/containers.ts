import type { Block, Fragment } from '../document-tree.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { readLines, withoutEnd, withoutPrefix } from './stored-lines.ts';
import type { LinePrefix, StoredLines } from './stored-lines.ts';
import type { StoredBlock } from './stored-units.ts';

/** A stored container whose blocks are compared individually. */
export interface StoredContainer {
  /** The lines of its blocks. */
  lines: StoredLines;
  /** Prefix of each line, for a quote or list item. */
  prefix?: LinePrefix;
  /** Lines around the blocks, with their line breaks, for a tag. */
  frame?: { open: string; close: string };
}

/** Returns the blocks in a block; undefined if it cannot contain any. */
export function blocksWithin(block: Block): readonly Block[] | undefined {
  switch (block.type) {
    case 'blockquote':
    case 'hint':
    case 'if':
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
    case 'list-item':
    case 'tabs':
    case 'tabs-item':
    case 'stepper':
    case 'stepper-step':
    case 'columns':
    case 'column':
      return block.nodes;
    case 'tag':
      return block.isVoid ? undefined : block.nodes;
    case 'expandable':
      return fragmentOf(block.fragments, 'expandable-body');
    default:
      return undefined;
  }
}

function fragmentOf(fragments: readonly Fragment[], name: string): readonly Block[] | undefined {
  return fragments.find(({ fragment }) => fragment === name)?.nodes;
}

/** Checks whether two containers differ only in their blocks. */
export function isSameContainer(one: Block, other: Block): boolean {
  return one.type === other.type && ownPart(one) === ownPart(other);
}

function ownPart(block: Block): string {
  const title = block.type === 'expandable' ? fragmentOf(block.fragments, 'expandable-title') : [];
  return canonicalJson([block.data, title]);
}

/** Reads a container; returns undefined if its blocks do not have lines of their own. */
export function readContainer(
  { block, source }: StoredBlock,
  lines: StoredLines,
): StoredContainer | undefined {
  const [start, end] = source.lines;
  const own = { ...lines, start, end };
  switch (block.type) {
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return { lines: own };
    case 'blockquote': {
      const prefix = { first: '> ', others: '> ' };
      return { lines: withoutPrefix(own, prefix), prefix };
    }
    case 'list-item':
      return readItem(own, block.data.checked !== undefined);
    default:
      return readTag(source, own);
  }
}

function readItem(own: StoredLines, hasBox: boolean): StoredContainer | undefined {
  const line = readLines(own, own.start, own.start + 1) ?? '';
  const [, marker, box = ''] =
    /^( {0,3}(?:[*+-]|\d{1,9}[.)]) {1,4})(\[[ xX]\] +)?(?=\S)/.exec(line) ?? [];
  if (marker === undefined || hasBox !== (box !== '')) return undefined;
  const prefix = { first: marker + box, others: ' '.repeat(marker.length) };
  return { lines: withoutPrefix(own, prefix), prefix };
}

/**
 * Reads a tag with its end, each on a line of its own. Includes the title of an expandable block.
 */
function readTag(
  { tag, children }: StoredBlock['source'],
  own: StoredLines,
): StoredContainer | undefined {
  const summary = children.find(({ type }) => type === 'summary');
  const inner = summary ? summary.lines[1] : own.start + 1;
  const open = readLines(own, own.start, inner);
  const close = readLines(own, own.end - 1, own.end);
  const isTag = open?.trimStart().startsWith(tag?.source ?? '\n');
  const isAlone = summary !== undefined || open?.trim() === tag?.source;
  if (!isTag || !isAlone || own.end - 1 < inner) return undefined;
  if (!/^\s*(?:\{%-?\s*end[\w-]+\s*-?%\}|<\/details>)\s*$/i.test(close ?? '')) return undefined;
  const frame = { open: open ?? '', close: withoutEnd(close ?? '') };
  return { lines: { ...own, start: inner, end: own.end - 1 }, frame };
}
