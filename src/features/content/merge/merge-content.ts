import type { Entry } from '../store/chunk.ts';
import type {
  Body,
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../store/entry.ts';
import type { PageTree } from '../store/page-tree.ts';
import type { Changes } from '../store/trie.ts';
import type { ContentChanges } from '../store/write-revision.ts';
import type { Difference, Differences } from '../store/trie-differences.ts';
import { conflict as conflictError } from '../../../errors.ts';
import type { Conflict } from './conflict.ts';
import { limitBreaches, type LimitBreach } from './limit-breach.ts';
import { mergeFile } from './merge-file.ts';
import {
  contestedBodies,
  type MergedBodies,
  type MergedBody,
  type MergedEntry,
} from './merge-entry.ts';
import { mergePage } from './merge-page.ts';
import { mergeReusableContent } from './merge-reusable-content.ts';
import { isSameValue, mapSides, memberOf, mergeRecords, type Sides } from './merge-value.ts';
import { isSamePlace, settlePlaces, type SideTrees } from './page-places.ts';
import { separateSiblings } from './separate-siblings.ts';

interface SideDifferences<Item extends Entry> {
  ours: Differences<Item>;
  theirs: Differences<Item>;
}

interface SideChanges<Item extends Entry> {
  ours: Changes<Item>;
  theirs: Changes<Item>;
}

/** Two contents that were made from one, as a merge takes them. */
export interface ContentSides {
  /** What each side changed since the base. */
  pages: SideDifferences<PageEntry>;
  files: SideDifferences<FileEntry>;
  reusableContents: SideDifferences<ReusableContentEntry>;
  /** All pages of each side. */
  trees: SideTrees;
  /** How many of those without an order theirs has. */
  counts: { files: number; reusableContents: number };
  variables: Sides<Variables>;
  redirects: Sides<Redirects>;
}

export interface MergedContent {
  /** What makes each side the merged content. */
  pages: SideChanges<PageEntry>;
  files: SideChanges<FileEntry>;
  reusableContents: SideChanges<ReusableContentEntry>;
  variables: Variables;
  redirects: Redirects;
  conflicts: Conflict[];
  /** Limits that the merged content breaks, so that it cannot be written. */
  breaches: LimitBreach[];
}

/** Merges texts that both sides changed, in the order of the list. */
export type MergeBodies = (list: readonly Sides<Body>[]) => Promise<readonly MergedBody[]>;

/**
 * What makes one side the merged content, as a revision is written from it.
 *
 * @throws CONFLICT when the merged content breaks a limit
 */
export function changesOf(
  { pages, files, reusableContents, variables, redirects, breaches: [breach] }: MergedContent,
  side: 'ours' | 'theirs',
): ContentChanges {
  if (breach) throw conflictError(breach.message);
  return {
    pages: pages[side],
    files: files[side],
    reusableContents: reusableContents[side],
    variables,
    redirects,
  };
}

/**
 * Merges two contents that were made from one: all that either side changed. Equal changes are one;
 * only where both changed one value differently is there a conflict, in which ours stands. Nothing
 * that one side wrote is deleted by the other, no page ends up below itself or without a parent,
 * and siblings have positions and slugs of their own.
 */
export async function mergeContent(
  sides: ContentSides,
  mergeBodies: MergeBodies,
): Promise<MergedContent> {
  const bodies = await mergeContested(sides, mergeBodies);
  const pages = mergePages(sides, bodies);
  const files = mergeEntries(sides.files, mergeFile);
  const reusableContents = mergeEntries(sides.reusableContents, (each) =>
    mergeReusableContent(each, bodies),
  );
  const variables = mergeRecords(sides.variables);
  const redirects = mergeRecords(sides.redirects);
  return {
    pages: pages.changes,
    files: files.changes,
    reusableContents: reusableContents.changes,
    variables: variables.record,
    redirects: redirects.record,
    breaches: limitBreaches(pages.merged, {
      pages: pages.merged.size,
      files: sides.counts.files + files.growth,
      reusableContents: sides.counts.reusableContents + reusableContents.growth,
      variables: Object.keys(variables.record).length,
      redirects: Object.keys(redirects.record).length,
    }),
    conflicts: [
      ...pages.conflicts,
      ...files.conflicts,
      ...reusableContents.conflicts,
      ...variables.conflicts.map((name): Conflict => ({
        subject: 'variable',
        id: name,
        attribute: 'value',
        ...mapSides(sides.variables, (side) => memberOf(side, name) ?? null),
        stands: 'ours',
      })),
    ],
  };
}

/** The merged texts of all that both sides changed. */
async function mergeContested(
  { pages, reusableContents }: ContentSides,
  mergeBodies: MergeBodies,
): Promise<MergedBodies> {
  const contested = [pages, reusableContents].flatMap(({ ours, theirs }) =>
    changedOnAny<Body>(ours, theirs).flatMap((id) => {
      const bodies = contestedBodies(sidesOf<Body>(id, ours, theirs));
      return bodies ? [{ id, bodies }] : [];
    }),
  );
  const merged = await mergeBodies(contested.map(({ bodies }) => bodies));
  return new Map(
    contested.map(({ id }, index) => {
      const body = merged[index];
      if (!body) throw new Error(`The text of ${id} was not merged.`);
      return [id, body];
    }),
  );
}

function mergePages({ pages: { ours, theirs }, trees }: ContentSides, bodies: MergedBodies) {
  const pages = new Map([...trees.theirs.walk()].map(({ page }) => [page.id, page]));
  const context = { bodies, isSamePlace: (id: string) => isSamePlace(trees, id) };
  const changed = changedOnAny(ours, theirs);
  const conflicts: Conflict[] = [];
  for (const id of changed) {
    const merged = mergePage(sidesOf(id, ours, theirs), context);
    if (merged.entry) pages.set(id, merged.entry);
    else pages.delete(id);
    conflicts.push(...merged.conflicts);
  }
  conflicts.push(...settlePlaces(pages, trees, (id) => sidesOf(id, ours, theirs).base));
  const written = () => [...pages.values()].filter((page) => page !== trees.theirs.page(page.id));
  separateSiblings(pages, new Set(written().map(({ parent }) => parent)), trees.theirs);
  const ids = [...changed, ...written().map(({ id }) => id)];
  return {
    merged: pages,
    changes: {
      ours: changesTo(pages, trees.ours, ids),
      theirs: changesTo(pages, trees.theirs, ids),
    },
    conflicts: latestOfEach(conflicts),
  };
}

/** One conflict for each value: the last one knows where it ended up. */
function latestOfEach(conflicts: readonly Conflict[]): Conflict[] {
  const byValue = new Map(
    conflicts.map((conflict) => [`${conflict.id} ${conflict.attribute}`, conflict]),
  );
  return [...byValue.values()];
}

/** What makes a tree the merged pages, among the pages with these ids. */
function changesTo(
  pages: ReadonlyMap<string, PageEntry>,
  tree: PageTree,
  ids: readonly string[],
): Map<string, PageEntry | null> {
  const changes = new Map<string, PageEntry | null>();
  for (const id of ids) {
    const [wanted, current] = [pages.get(id) ?? null, tree.page(id) ?? null];
    if (!isSameValue(wanted, current)) changes.set(id, wanted);
  }
  return changes;
}

/** Merges entries without an order, each on its own. */
function mergeEntries<Item extends Entry>(
  { ours, theirs }: SideDifferences<Item>,
  merge: (sides: Sides<Item | null>) => MergedEntry<Item>,
): { changes: SideChanges<Item>; conflicts: Conflict[]; growth: number } {
  const changes = {
    ours: new Map<string, Item | null>(),
    theirs: new Map<string, Item | null>(),
  };
  const conflicts: Conflict[] = [];
  /** How many more there are than theirs has. */
  let growth = 0;
  for (const id of changedOnAny(ours, theirs)) {
    const sides = sidesOf(id, ours, theirs);
    const { entry, conflicts: found } = merge(sides);
    conflicts.push(...found);
    growth += Number(entry !== null) - Number(sides.theirs !== null);
    if (!isSameValue(entry, sides.ours)) changes.ours.set(id, entry);
    if (!isSameValue(entry, sides.theirs)) changes.theirs.set(id, entry);
  }
  return { changes, conflicts, growth };
}

function changedOnAny<Item>(ours: Differences<Item>, theirs: Differences<Item>): string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].toSorted();
}

/** An entry on all sides: a side that did not change it has that of the base. */
function sidesOf<Item>(
  id: string,
  ours: Differences<Item>,
  theirs: Differences<Item>,
): Sides<Item | null> {
  const known: Difference<Item> | undefined = ours.get(id) ?? theirs.get(id);
  const base = known?.before ?? null;
  return {
    base,
    ours: ours.has(id) ? (ours.get(id)?.after ?? null) : base,
    theirs: theirs.has(id) ? (theirs.get(id)?.after ?? null) : base,
  };
}
