import type { PageEntry } from '../store/entry.ts';
import type { PageTree } from '../store/page-tree.ts';
import type { Conflict } from './conflict.ts';

/** The two trees that pages were merged from. */
export interface SideTrees {
  ours: PageTree;
  theirs: PageTree;
}

/** Whether both trees have a page below the same parent, after the same sibling. */
export function isSamePlace(trees: SideTrees, pageId: string): boolean {
  const [ours, theirs] = [trees.ours.page(pageId), trees.theirs.page(pageId)];
  if (!ours || !theirs || ours.parent !== theirs.parent) return false;
  return siblingBefore(trees.ours, ours) === siblingBefore(trees.theirs, theirs);
}

function siblingBefore(tree: PageTree, { id, parent }: PageEntry): string | undefined {
  const siblings = tree.children(parent);
  return siblings[siblings.findIndex((sibling) => sibling.id === id) - 1]?.id;
}

/**
 * Gives every page a parent that is there and is not below it.
 *
 * @param pages all pages by id, changed in place
 * @param baseOf a page as both sides had it
 */
export function settlePlaces(
  pages: Map<string, PageEntry>,
  trees: SideTrees,
  baseOf: (id: string) => PageEntry | null,
): Conflict[] {
  const conflicts: Conflict[] = [];
  let found: Conflict[];
  do {
    // A page that comes back can close a circle, and one that moves back can miss its parent.
    found = [...restoreParents(pages, trees, baseOf), ...breakCycles(pages, trees, baseOf)];
    conflicts.push(...found);
  } while (found.length > 0);
  return conflicts;
}

/** Brings back pages that one side deleted while the other has pages below them. */
function restoreParents(
  pages: Map<string, PageEntry>,
  trees: SideTrees,
  baseOf: (id: string) => PageEntry | null,
): Conflict[] {
  const conflicts: Conflict[] = [];
  const queue = [...pages.values()];
  for (let page = queue.pop(); page; page = queue.pop()) {
    const { parent: id } = page;
    if (id === null || pages.has(id)) continue;
    const [ours, theirs] = [trees.ours.page(id) ?? null, trees.theirs.page(id) ?? null];
    const restored = ours ?? theirs;
    if (!restored) throw new Error(`The page ${id} is on neither side, but has pages below it.`);
    pages.set(id, restored);
    queue.push(restored);
    conflicts.push({
      subject: 'page',
      id,
      attribute: 'existence',
      base: baseOf(id),
      ours,
      theirs,
      stands: ours ? 'ours' : 'theirs',
    });
  }
  return conflicts;
}

/** Takes back moves of ours that, with moves of theirs, would put pages below themselves. */
function breakCycles(
  pages: Map<string, PageEntry>,
  trees: SideTrees,
  baseOf: (id: string) => PageEntry | null,
): Conflict[] {
  const conflicts: Conflict[] = [];
  const settled = new Set<string>();
  for (const { id } of [...pages.values()].toSorted(byId)) {
    let cycle = cycleAbove(pages, id, settled);
    while (cycle) {
      const page = cycle.find((one) => isMovedFrom(trees.theirs, one));
      const theirs = page && trees.theirs.page(page.id);
      // Neither side has a circle, so a page of this one is where ours alone has it.
      if (!theirs) throw new Error(`The page ${id} is below itself on one side.`);
      const { parent, position } = theirs;
      conflicts.push({
        subject: 'page',
        id: page.id,
        attribute: 'place',
        base: placeOf(baseOf(page.id)),
        ours: placeOf(page),
        theirs: placeOf(theirs),
        stands: 'theirs',
      });
      pages.set(page.id, { ...page, parent, position });
      cycle = cycleAbove(pages, id, settled);
    }
  }
  return conflicts;
}

function isMovedFrom(tree: PageTree, { id, parent }: PageEntry): boolean {
  const known = tree.page(id);
  return known !== undefined && known.parent !== parent;
}

/**
 * The pages of a circle that a page leads to by way of its parents; undefined when it leads to the
 * top. Then all on the way are settled.
 */
function cycleAbove(
  pages: ReadonlyMap<string, PageEntry>,
  id: string,
  settled: Set<string>,
): PageEntry[] | undefined {
  const way: PageEntry[] = [];
  const onWay = new Set<string>();
  let page = pages.get(id);
  while (page && !settled.has(page.id)) {
    if (onWay.has(page.id)) return way.slice(way.findIndex((one) => one.id === page?.id));
    way.push(page);
    onWay.add(page.id);
    page = page.parent === null ? undefined : pages.get(page.parent);
  }
  for (const one of onWay) settled.add(one);
  return undefined;
}

function placeOf(page: PageEntry | null): Pick<PageEntry, 'parent' | 'position'> | null {
  return page && { parent: page.parent, position: page.position };
}

function byId(a: PageEntry, b: PageEntry): number {
  return a.id < b.id ? -1 : 1;
}
