import type { Block } from '../document-tree.ts';
import type { SourceBlock } from '../source-tree.ts';
import { readLines } from './stored-lines.ts';
import type { StoredLines } from './stored-lines.ts';

/** A block of the stored document. */
export interface StoredBlock {
  /** The block in normal form, used for comparisons. */
  block: Block;
  /** The block as it was parsed, with its nested blocks. */
  parsed: Block;
  /** Its source block in the markdown. */
  source: SourceBlock;
}

/** Blocks of the stored document that share lines: usually one. */
export interface StoredUnit {
  blocks: StoredBlock[];
  /** First line, and the line after the last non-empty one. */
  start: number;
  end: number;
}

/**
 * Returns the blocks of a container with their lines, in order; undefined if they do not have lines
 * of their own within the container.
 */
export function findUnits(
  normal: readonly Block[],
  parsed: readonly Block[],
  origins: ReadonlyMap<Block, SourceBlock>,
  lines: StoredLines,
): StoredUnit[] | undefined {
  if (normal.length !== parsed.length) return undefined;
  const units: StoredUnit[] = [];
  for (const [index, block] of normal.entries()) {
    const original = parsed[index];
    const source = original && origins.get(original);
    if (!source || original.type !== block.type) return undefined;
    addBlock(units, { block, parsed: original, source }, lines);
  }
  const first = units[0];
  const last = units.at(-1);
  const isWithin = !first || !last || (first.start >= lines.start && last.end <= lines.end);
  return isWithin ? units : undefined;
}

function addBlock(units: StoredUnit[], stored: StoredBlock, lines: StoredLines): void {
  const [start, written] = stored.source.lines;
  let end = written;
  while (end > start + 1 && readLines(lines, end - 1, end)?.trim() === '') end -= 1;
  const last = units.at(-1);
  if (!last || last.end <= start) {
    units.push({ blocks: [stored], start, end });
    return;
  }
  last.blocks.push(stored);
  last.start = Math.min(last.start, start);
  last.end = Math.max(last.end, end);
}
