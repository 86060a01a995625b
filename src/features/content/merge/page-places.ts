import type { PageSource } from '../store/entry-reader.ts';
import type { PageEntry } from '../store/entry.ts';
import type { PageDraft } from '../store/page-draft.ts';
import type { Differences } from '../store/trie-differences.ts';
import type { Conflict } from './conflict.ts';
import { mergeValue, type Sides } from './merge-value.ts';
import { sidesOf, type SideDifferences, type SideTrees } from './sides-of.ts';

/**
 * The pages that both sides have below the same parent, after the same sibling, among those that
 * both put in different places.
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

/** Pages as they are being merged, and what they are merged from. */
export interface PlacesContext {
  /** What theirs became, changed in place. */
  pages: PageDraft;
  trees: SideTrees;
  differences: SideDifferences<PageEntry>;
}

/**
 * Gives every page a parent that is there and is not below it. Neither side lacks a parent or has a
 * circle, so only pages that were changed can, and only the way up from those is read.
 */
export async function settlePlaces(
  context: PlacesContext,
  changed: readonly string[],
): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  let found: Conflict[];
  do {
    // A page that comes back can close a circle, and one that moves back can miss its parent.
    found = [...(await restoreParents(context, changed)), ...(await breakCycles(context))];
    conflicts.push(...found);
  } while (found.length > 0);
  return conflicts;
}

/** Brings back pages that one side deleted while the other has pages below them. */
async function restoreParents(
  { pages, trees, differences }: PlacesContext,
  changed: readonly string[],
): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  // Who lost a parent, and the parent, were changed on one side each.
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

/** Takes back moves of ours that, with moves of theirs, would put pages below themselves. */
async function breakCycles({ pages, trees, differences }: PlacesContext): Promise<Conflict[]> {
  // A circle has a page that ours moved and one that theirs moved.
  if (!hasMoves(differences.ours) || !hasMoves(differences.theirs)) return [];
  const conflicts: Conflict[] = [];
  const settled = new Set<string>();
  const written = await entriesOf(pages, pages.writtenIds.toSorted());
  await Promise.all(written.map((page) => pages.withAncestors(page)));
  for (const { id } of written) {
    let cycle = await cycleAbove(pages, id, settled);
    while (cycle) {
      const conflict = await brokenAt(cycle, trees.theirs);
      // Neither side has a circle, so a page of this one is where ours alone has it.
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
    ({ before, after }) => before && after && before.parent !== after.parent,
  );
}

/** The first page of a circle that theirs has elsewhere, and where that is. */
async function brokenAt(cycle: readonly PageEntry[], theirs: PageSource) {
  for (const page of cycle) {
    const known = await theirs.entry(page.id);
    if (!known || known.parent === page.parent) continue;
    return { page, place: { parent: known.parent, position: known.position } };
  }
  return undefined;
}

/**
 * The pages of a circle that a page leads to by way of its parents; undefined when it leads to the
 * top. Then all on the way are settled.
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
