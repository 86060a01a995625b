import { createPauses } from '../../lib/pauses.ts';
import { isSameValue } from '../../lib/same-value.ts';
import type { PageEntry } from '../store/entry.ts';
import { PageDraft } from '../store/page-draft.ts';
import type { Conflict } from './conflict.ts';
import { findTooDeep } from './limit-breach.ts';
import type { MergedBodies } from './merge-entry.ts';
import { mergePage } from './merge-page.ts';
import { samePlaces, settlePlaces } from './page-places.ts';
import { deduplicateSiblings } from './deduplicate-siblings.ts';
import {
  changedOnAny,
  knownTrees,
  sidesOf,
  type SideChanges,
  type SideDifferences,
  type SideTrees,
} from './sides-of.ts';

export interface PagesToMerge {
  differences: SideDifferences<PageEntry>;
  trees: SideTrees;
  /** Number of pages of theirs. */
  count: number;
  bodies: MergedBodies;
}

export interface MergedPages {
  changes: SideChanges<PageEntry>;
  conflicts: Conflict[];
  /** Number of merged pages. */
  count: number;
  /** A page that is nested too deep. */
  tooDeep: PageEntry | undefined;
}

/** Merges the pages of two sides, with unique positions. */
export async function mergePages(sides: PagesToMerge): Promise<MergedPages> {
  const { differences, count, bodies } = sides;
  const trees = knownTrees(sides.trees, differences);
  const changed = changedOnAny(differences);
  const all = changed.map((id) => sidesOf(id, differences));
  const context = { bodies, samePlaces: await samePlaces(trees, all) };
  const pages = new PageDraft(trees.theirs, count);
  const conflicts: Conflict[] = [];
  const pause = createPauses();
  for (const [index, each] of all.entries()) {
    await pause();
    const { entry, conflicts: found } = mergePage(each, context);
    conflicts.push(...found);
    if (!entry) await pages.delete(changed[index] ?? '');
    else if (!isSameValue(entry, each.theirs)) await pages.put(entry);
  }
  // With all pages changed, each step takes a slice of its own.
  await pause();
  conflicts.push(...(await settlePlaces({ pages, trees, differences }, changed)));
  await pause();
  await deduplicateSiblings(pages, trees.theirs);
  const ids = [...new Set([...changed, ...pages.writtenIds])];
  await pause();
  const ours = await pages.changesTo(trees.ours, ids);
  await pause();
  const theirs = await pages.changesTo(trees.theirs, ids);
  await pause();
  const tooDeep = await findTooDeep(pages, [trees.ours, trees.theirs], ids);
  return {
    changes: { ours, theirs },
    conflicts: latestOfEach(conflicts),
    count: pages.size,
    tooDeep,
  };
}

/** Keeps the last conflict of each value, which has its final state. */
function latestOfEach(conflicts: readonly Conflict[]): Conflict[] {
  const byValue = new Map(
    conflicts.map((conflict) => [`${conflict.id} ${conflict.attribute}`, conflict]),
  );
  return [...byValue.values()];
}
