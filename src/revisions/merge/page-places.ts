import type { PageSource } from '../store/entry-reader.ts';
import type { PageEntry } from '../store/entry.ts';
import type { PageDraft } from '../store/page-draft.ts';
import type { Differences } from '../store/trie-differences.ts';
import type { Conflict } from './conflict.ts';
import { mergeValue, type Sides } from './merge-value.ts';
import { sidesOf, type SideDifferences, type SideTrees } from './sides-of.ts';

/**
 * Returns the pages with conflicting positions that have the same parent and the same previous
 * sibling on both sides.
 */
export async function samePlaces(
  trees: SideTrees,
  pages: readonly Sides<PageEntry | null>[],
): Promise<Set<string>> {
  const contested = pages.flatMap(({ base, ours, theirs }) => {
    if (!ours || !theirs || ours.parent !== theirs.parent) return [];
    const places = { base: placeOf(base), ours: placeOf(ours), theirs: placeOf(theirs) };
    return mergeValue(places).clean ? [] : [ours];
  });
  const same = await Promise.all(
    contested.map(async ({ id, parent }) => {
      const families = await Promise.all([
        trees.ours.children(parent),
        trees.theirs.children(parent),
      ]);
      const [ours, theirs] = families.map((family) => siblingBefore(family, id));
      return ours === theirs ? [id] : [];
    }),
  );
  return new Set(same.flat());
}

function siblingBefore(family: readonly PageEntry[], id: string): string | undefined {
  return family[family.findIndex((sibling) => sibling.id === id) - 1]?.id;
}

/** Pages that are being merged, with both sides. */
export interface PlacesContext {
  /** The merged pages, changed in place; initially those of theirs. */
  pages: PageDraft;
  trees: SideTrees;
  differences: SideDifferences<PageEntry>;
}

/**
 * Gives every page an existing parent, and removes cycles. Each side is valid, so only changed
 * pages can violate this, and only their ancestors are read.
 */
export async function settlePlaces(
  context: PlacesContext,
  changed: readonly string[],
): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  let found: Conflict[];
  do {
    // Restoring a page can close a cycle, and reverting a move can require a deleted parent.
    found = [...(await restoreParents(context, changed)), ...(await breakCycles(context))];
    conflicts.push(...found);
  } while (found.length > 0);
  return conflicts;
}

/** Restores pages that one side deleted although the other has pages below them. */
async function restoreParents(
  { pages, trees, differences }: PlacesContext,
  changed: readonly string[],
): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  // A page without a parent, and that parent, were changed on one side each.
  const candidates = new Set(changed);
  let queue = await entriesOf(pages, changed);
  while (queue.length > 0) {
    const parents = new Set(queue.flatMap(({ parent }) => parent ?? []));
    queue = [];
    for (const id of [...parents].filter((parent) => candidates.has(parent))) {
      if (await pages.entry(id)) continue;
      const [ours, theirs] = await Promise.all([trees.ours.entry(id), trees.theirs.entry(id)]);
      const restored = ours ?? theirs;
      if (!restored) throw new Error(`The page ${id} is on neither side, but has pages below it.`);
      await pages.put(restored);
      queue.push(restored);
      conflicts.push({
        ...{ subject: 'page', id, attribute: 'existence' },
        ...{ base: sidesOf(id, differences).base, ours, theirs },
        stands: ours ? 'ours' : 'theirs',
      });
    }
  }
  return conflicts;
}

/** Reverts moves of ours that form a cycle with moves of theirs. */
async function breakCycles({ pages, trees, differences }: PlacesContext): Promise<Conflict[]> {
  // A cycle contains a page that ours placed and one that theirs placed. Ours may have reordered
  // its page alone: in a conflict, that puts it back below a page that moved below it.
  if (!hasMoves(differences.ours) || !hasMoves(differences.theirs)) return [];
  const conflicts: Conflict[] = [];
  const settled = new Set<string>();
  const written = await entriesOf(pages, pages.writtenIds.toSorted());
  await Promise.all(written.map((page) => pages.withAncestors(page)));
  for (const { id } of written) {
    let cycle = await cycleAbove(pages, id, settled);
    while (cycle) {
      const conflict = await brokenAt(cycle, trees.theirs);
      // Theirs has no cycle, so one of these pages has another parent there.
      if (!conflict) throw new Error(`The page ${id} is below itself on one side.`);
      const { page, place } = conflict;
      conflicts.push({
        ...{ subject: 'page', id: page.id, attribute: 'place' },
        base: placeOf(sidesOf(page.id, differences).base),
        ...{ ours: placeOf(page), theirs: place, stands: 'theirs' },
      });
      await pages.put({ ...page, ...place });
      cycle = await cycleAbove(pages, id, settled);
    }
  }
  return conflicts;
}

function hasMoves(differences: Differences<PageEntry>): boolean {
  return [...differences.values()].some(
    ({ before, after }) =>
      before && after && (before.parent !== after.parent || before.position !== after.position),
  );
}

/** Returns the first page of a cycle with another parent in theirs, and its place there. */
async function brokenAt(cycle: readonly PageEntry[], theirs: PageSource) {
  for (const page of cycle) {
    const known = await theirs.entry(page.id);
    if (!known || known.parent === page.parent) continue;
    return { page, place: { parent: known.parent, position: known.position } };
  }
  return undefined;
}

/**
 * Returns the cycle that the ancestors of a page form. Returns undefined if they end at the top,
 * and marks them as settled.
 */
async function cycleAbove(
  pages: PageDraft,
  id: string,
  settled: Set<string>,
): Promise<PageEntry[] | undefined> {
  const way: PageEntry[] = [];
  const onWay = new Set<string>();
  let page = await pages.entry(id);
  while (page && !settled.has(page.id)) {
    const { id: at, parent } = page;
    if (onWay.has(at)) return way.slice(way.findIndex((one) => one.id === at));
    way.push(page);
    onWay.add(at);
    page = parent === null ? null : await pages.entry(parent);
  }
  for (const one of onWay) settled.add(one);
  return undefined;
}

async function entriesOf(pages: PageDraft, ids: readonly string[]): Promise<PageEntry[]> {
  const found = await Promise.all(ids.map((id) => pages.entry(id)));
  return found.filter((page) => page !== null);
}

function placeOf(page: PageEntry | null): Pick<PageEntry, 'parent' | 'position'> | null {
  return page && { parent: page.parent, position: page.position };
}
