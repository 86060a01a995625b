import { canonicalJson } from '../../lib/canonical-json.ts';
import type { DiffBudget } from '../../lib/diff-budget.ts';
import { lineEdits } from '../../lib/line-edits.ts';
import type { Block } from '../document-tree.ts';
import type { StoredUnit } from './stored-units.ts';

/** The stored block that a wanted block corresponds to. */
export interface BlockMatch {
  unit: StoredUnit;
  /** Whether the wanted blocks from here on equal all blocks of the unit. */
  isEqual: boolean;
  /** Whether its position among the blocks changed. */
  isMoved: boolean;
}

/**
 * Matches wanted blocks with stored ones: equal blocks in order, moved blocks, and for edited ones
 * a block of the same kind that they replace. Returns matches by index.
 */
export function matchBlocks(
  wanted: readonly Block[],
  units: readonly StoredUnit[],
  budget: DiffBudget,
): Map<number, BlockMatch> {
  const stored = units.flatMap((unit) => unit.blocks.map(({ block }) => ({ unit, block })));
  const blocks = stored.map(({ block }) => block);
  const { equal, replaced, names, storedNames } = pairBlocks(blocks, wanted, budget);
  const matches = new Map<number, BlockMatch>();
  for (const [place, index] of replaced) {
    const unit = stored[index]?.unit;
    if (unit?.blocks.length === 1) matches.set(place, { unit, isEqual: false, isMoved: false });
  }
  addEqual(matches, units, equal);
  addMoved(matches, units, { names, storedNames });
  return matches;
}

/** The result of comparing stored and wanted blocks. */
export interface BlockPairs {
  /** New index of each unchanged stored block, by its old index. */
  equal: (number | undefined)[];
  /** Old index of the replaced block, by the new index. */
  replaced: Map<number, number>;
  names: string[];
  storedNames: string[];
}

/** Compares the blocks of a container with the wanted ones. */
export function pairBlocks(
  stored: readonly Block[],
  wanted: readonly Block[],
  budget: DiffBudget,
): BlockPairs {
  const names = wanted.map((block) => canonicalJson(block));
  const storedNames = stored.map((block) => canonicalJson(block));
  const equal: number[] = [];
  const replaced = new Map<number, number>();
  let at = 0;
  let index = 0;
  const keepUntil = (end: number) => {
    for (; at < end; at += 1, index += 1) equal[at] = index;
  };
  for (const edit of lineEdits(storedNames, names, budget)) {
    keepUntil(edit.start);
    const isSwapped = edit.end - edit.start === edit.lines.length;
    const places = new Places(wanted, index, index + edit.lines.length);
    for (const [offset, block] of stored.slice(edit.start, edit.end).entries()) {
      const place = isSwapped ? index + offset : places.next(block);
      if (place !== undefined) replaced.set(place, edit.start + offset);
    }
    at = edit.end;
    index += edit.lines.length;
  }
  keepUntil(stored.length);
  return { equal, replaced, names, storedNames };
}

/** Finds, in a range of blocks, the replacements of others in order. */
class Places {
  readonly #wanted: readonly Block[];
  readonly #end: number;
  readonly #missing = new Set<Block['type']>();
  #first: number;

  constructor(wanted: readonly Block[], start: number, end: number) {
    this.#wanted = wanted;
    this.#first = start;
    this.#end = end;
  }

  /** Returns the first block of the same kind after those already found. */
  next({ type }: Block): number | undefined {
    if (this.#missing.has(type)) return undefined;
    for (let index = this.#first; index < this.#end; index += 1) {
      if (this.#wanted[index]?.type !== type) continue;
      this.#first = index + 1;
      return index;
    }
    this.#missing.add(type);
    return undefined;
  }
}

function addEqual(
  matches: Map<number, BlockMatch>,
  units: readonly StoredUnit[],
  indexes: readonly (number | undefined)[],
): void {
  let at = 0;
  for (const unit of units) {
    const start = at;
    at += unit.blocks.length;
    const first = indexes[start];
    const isWhole = unit.blocks.every((_, offset) => {
      return first !== undefined && indexes[start + offset] === first + offset;
    });
    if (first !== undefined && isWhole) matches.set(first, { unit, isEqual: true, isMoved: false });
  }
}

function addMoved(
  matches: Map<number, BlockMatch>,
  units: readonly StoredUnit[],
  { names, storedNames }: { names: readonly string[]; storedNames: readonly string[] },
): void {
  const byName = new Map<string, StoredUnit>();
  let at = 0;
  for (const unit of units) {
    const name = storedNames[at];
    if (unit.blocks.length === 1 && name !== undefined) byName.set(name, unit);
    at += unit.blocks.length;
  }
  names.forEach((name, index) => {
    const unit = byName.get(name);
    const match = matches.get(index);
    if (unit && !match?.isEqual) matches.set(index, { unit, isEqual: true, isMoved: true });
  });
}
