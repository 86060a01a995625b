import type { Entry } from '../store/chunk.ts';
import type { PageSource } from '../store/entry-reader.ts';
import type { PageEntry } from '../store/entry.ts';
import type { Changes } from '../store/trie.ts';
import type { Differences } from '../store/trie-differences.ts';
import type { Sides } from './merge-value.ts';

/** Differences of each side from the base. */
export interface SideDifferences<Item extends Entry> {
  ours: Differences<Item>;
  theirs: Differences<Item>;
}

/** Changes from each side to the merged content. */
export interface SideChanges<Item extends Entry> {
  ours: Changes<Item>;
  theirs: Changes<Item>;
}

/** All pages of each side. */
export interface SideTrees {
  ours: PageSource;
  theirs: PageSource;
}

/** Returns the ids of entries that either side changed, sorted. */
export function changedOnAny<Item extends Entry>({
  ours,
  theirs,
}: SideDifferences<Item>): string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].toSorted();
}

/** Returns an entry in the base and on both sides. A side without changes has that of the base. */
export function sidesOf<Item extends Entry>(
  id: string,
  { ours, theirs }: SideDifferences<Item>,
): Sides<Item | null> {
  const base = (ours.get(id) ?? theirs.get(id))?.before ?? null;
  return { base, ours: sideOf(id, ours, base), theirs: sideOf(id, theirs, base) };
}

function sideOf<Item>(id: string, side: Differences<Item>, base: Item | null): Item | null {
  const difference = side.get(id);
  return difference ? difference.after : base;
}

/** Returns the pages of each side; changed pages, which are known, are not read again. */
export function knownTrees(trees: SideTrees, pages: SideDifferences<PageEntry>): SideTrees {
  const known = (side: keyof SideTrees): PageSource => ({
    entry: (id) =>
      pages.ours.has(id) || pages.theirs.has(id)
        ? Promise.resolve(sidesOf(id, pages)[side])
        : trees[side].entry(id),
    children: (parent) => trees[side].children(parent),
  });
  return { ours: known('ours'), theirs: known('theirs') };
}
