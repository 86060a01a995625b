import type { Block } from '../document-tree.ts';
import type { SourceBlock } from '../source-tree.ts';
import { readLines } from './stored-lines.ts';
import type { StoredLines } from './stored-lines.ts';

/** A block of the stored document. */
export interface StoredBlock {
  /** The block in its normal form, in which it is compared. */
  block: Block;
  /** The block as it was parsed, with blocks of that kind within it. */
  parsed: Block;
  /** What it was made from. */
  source: SourceBlock;
}

/** Blocks of the stored document that stand on the same lines: most often one. */
export interface StoredUnit {
  blocks: StoredBlock[];
  /** First line and the line after the last one that is not empty. */
  start: number;
  end: number;
}

/**
 * The blocks of a container with the lines that they stand on, in order; undefined when they do not
 * stand on lines of their own within those of the container.
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
