import type { FileEntry, PageEntry, Redirects, Variables } from '../store/entry.ts';
import type { PageTree } from '../store/page-tree.ts';
import type { Changes } from '../store/trie.ts';
import type { ContentChanges } from '../store/write-revision.ts';
import type { Difference, Differences } from '../store/trie-differences.ts';
import type { Conflict } from './conflict.ts';
import { mergeFile } from './merge-file.ts';
import { mergePage, type PageMergeContext } from './merge-page.ts';
import { isSameValue, mapSides, memberOf, mergeRecords, type Sides } from './merge-value.ts';
import { isSamePlace, settlePlaces, type SideTrees } from './page-places.ts';
import { separateSiblings } from './separate-siblings.ts';

/** Two contents that were made from one, as a merge takes them. */
export interface ContentSides {
  /** What each side changed since the base. */
  pages: { ours: Differences<PageEntry>; theirs: Differences<PageEntry> };
  files: { ours: Differences<FileEntry>; theirs: Differences<FileEntry> };
  /** All pages of each side. */
  trees: SideTrees;
  variables: Sides<Variables>;
  redirects: Sides<Redirects>;
}

export interface MergedContent {
  /** What makes each side the merged content. */
  pages: { ours: Changes<PageEntry>; theirs: Changes<PageEntry> };
  files: { ours: Changes<FileEntry>; theirs: Changes<FileEntry> };
  variables: Variables;
  redirects: Redirects;
  conflicts: Conflict[];
}

/** What makes one side the merged content, as a revision is written from it. */
export function changesOf(
  { pages, files, variables, redirects }: MergedContent,
  side: 'ours' | 'theirs',
): ContentChanges {
  return { pages: pages[side], files: files[side], variables, redirects };
}

/**
 * Merges two contents that were made from one: all that either side changed. Equal changes are one;
 * only where both changed one value differently is there a conflict, in which ours stands. Nothing
 * that one side wrote is deleted by the other, no page ends up below itself or without a parent,
 * and siblings have positions and slugs of their own.
 */
export async function mergeContent(
  sides: ContentSides,
  mergeBody: PageMergeContext['mergeBody'],
): Promise<MergedContent> {
  const pages = await mergePages(sides, mergeBody);
  const files = mergeFiles(sides.files);
  const variables = mergeRecords(sides.variables);
  return {
    pages: pages.changes,
    files: files.changes,
    variables: variables.record,
    redirects: mergeRecords(sides.redirects).record,
    conflicts: [
      ...pages.conflicts,
      ...files.conflicts,
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

async function mergePages(
  { pages: { ours, theirs }, trees }: ContentSides,
  mergeBody: PageMergeContext['mergeBody'],
) {
  const pages = new Map([...trees.theirs.walk()].map(({ page }) => [page.id, page]));
  const context = { mergeBody, isSamePlace: (id: string) => isSamePlace(trees, id) };
  const changed = changedOnAny(ours, theirs);
  const conflicts: Conflict[] = [];
  for (const id of changed) {
    const merged = await mergePage(sidesOf(id, ours, theirs), context);
    if (merged.page) pages.set(id, merged.page);
    else pages.delete(id);
    conflicts.push(...merged.conflicts);
  }
  conflicts.push(...settlePlaces(pages, trees, (id) => sidesOf(id, ours, theirs).base));
  const written = () => [...pages.values()].filter((page) => page !== trees.theirs.page(page.id));
  separateSiblings(pages, new Set(written().map(({ parent }) => parent)), trees.theirs);
  const ids = [...changed, ...written().map(({ id }) => id)];
  return {
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

function mergeFiles({ ours, theirs }: ContentSides['files']) {
  const changes = {
    ours: new Map<string, FileEntry | null>(),
    theirs: new Map<string, FileEntry | null>(),
  };
  const conflicts: Conflict[] = [];
  for (const id of changedOnAny(ours, theirs)) {
    const sides = sidesOf(id, ours, theirs);
    const merged = mergeFile(sides);
    conflicts.push(...merged.conflicts);
    if (!isSameValue(merged.file, sides.ours)) changes.ours.set(id, merged.file);
    if (!isSameValue(merged.file, sides.theirs)) changes.theirs.set(id, merged.file);
  }
  return { changes, conflicts };
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
