import { createPauses } from '../../lib/pauses.ts';
import { isSameValue } from '../../lib/same-value.ts';
import type {
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../store/entry.ts';
import type { Difference, Differences } from '../store/trie-differences.ts';
import type {
  ChangedAttribute,
  ContentDiffEntry,
  EntryDiff,
  PageDiffEntry,
  RecordDiffEntry,
} from './content-diff-entry.ts';
import {
  fileValues,
  pageValues,
  placeValues,
  reusableContentValues,
  type Values,
} from './entry-values.ts';

/** The differences between two contents, by entry. */
export interface ContentDifferences {
  pages: Differences<PageEntry>;
  reusableContents: Differences<ReusableContentEntry>;
  files: Differences<FileEntry>;
  variables: Difference<Variables>;
  redirects: Difference<Redirects>;
}

/** Sort order of kinds in a list of changes. */
const ranks = { page: 1, reusable_content: 2, file: 3, variables: 4, redirects: 5 };

/**
 * Returns the changes from one content to another: all differing values except times. A page that
 * is both edited and moved has two changes. A page without changed values has none, whatever
 * happened around it. Pages come first, then reusable contents, files and values of the whole
 * content, each sorted by id. Pauses for other requests, since all pages can have changes.
 */
export async function contentDiff(differences: ContentDifferences): Promise<ContentDiffEntry[]> {
  const { pages, reusableContents, files, variables, redirects } = differences;
  const pause = createPauses();
  const ofPages: PageDiffEntry[] = [];
  for (const [id, difference] of pages) {
    ofPages.push(...pageChanges(id, difference));
    await pause();
  }
  return [
    ...ofPages,
    ...entryChanges('reusable_content', reusableContents, reusableContentValues),
    ...entryChanges('file', files, fileValues),
    ...recordChanges('variables', variables),
    ...recordChanges('redirects', redirects),
  ].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function pageChanges(id: string, { before, after }: Difference<PageEntry>): PageDiffEntry[] {
  const change = (type: PageDiffEntry['type'], attributes: ChangedAttribute[]): PageDiffEntry[] =>
    attributes.length === 0
      ? []
      : [{ type, key: keyOf('page', id, type), id, before, after, attributes }];
  const edited = changedAttributes(before && pageValues(before), after && pageValues(after));
  const moved = changedAttributes(before && placeValues(before), after && placeValues(after));
  if (!before) return change('page_created', [...edited, ...moved]);
  if (!after) return change('page_deleted', [...edited, ...moved]);
  return [...change('page_edited', edited), ...change('page_moved', moved)];
}

/** Returns the changes of entries without a position: at most one per entry. */
function entryChanges<Kind extends 'file' | 'reusable_content', Item>(
  kind: Kind,
  differences: Differences<Item>,
  valuesOf: (item: Item) => Values,
): EntryDiff<`${Kind}_${'created' | 'edited' | 'deleted'}`, Item>[] {
  return [...differences].flatMap(([id, { before, after }]) => {
    const attributes = changedAttributes(before && valuesOf(before), after && valuesOf(after));
    if (attributes.length === 0) return [];
    const type = `${kind}_${!before ? 'created' : after ? 'edited' : 'deleted'}` as const;
    return [{ type, key: keyOf(kind, id, type), id, before, after, attributes }];
  });
}

function recordChanges(
  kind: 'variables' | 'redirects',
  { before, after }: Difference<Variables | Redirects>,
): RecordDiffEntry[] {
  const attributes = changedAttributes(membersOf(before), membersOf(after));
  const type = `${kind}_edited` as const;
  return attributes.length === 0 ? [] : [{ type, key: keyOf(kind, '', type), attributes }];
}

function membersOf(record: Variables | Redirects | null): Values {
  const members = Object.entries(record ?? {});
  return new Map(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the differing values; a side may be missing (null). */
function changedAttributes(before: Values | null, after: Values | null): ChangedAttribute[] {
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [old, fresh] = [before?.get(name), after?.get(name)];
    if (isSameValue(old, fresh)) return [];
    return [
      {
        name,
        ...(old !== undefined && { before: old }),
        ...(fresh !== undefined && { after: fresh }),
      },
    ];
  });
}

function keyOf(kind: keyof typeof ranks, id: string, type: ContentDiffEntry['type']): string {
  return `${ranks[kind]} ${id} ${type}`;
}
