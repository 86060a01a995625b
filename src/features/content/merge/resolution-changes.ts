import type { Reader } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import { conflict as conflictError } from '../../../errors.ts';
import type { Entry } from '../store/chunk.ts';
import { loadEntryLists, loadPageTrees } from '../store/content-store.ts';
import type { FileEntry, PageEntry, ReusableContentEntry, Variables } from '../store/entry.ts';
import { PageTree } from '../store/page-tree.ts';
import type { ContentChanges } from '../store/write-revision.ts';
import type { Conflict } from './conflict.ts';
import { limitBreaches } from './limit-breach.ts';
import { resolveBodies } from './resolve-bodies.ts';
import type { TextStore } from '../store/text-store.ts';
import { separateSiblings } from './separate-siblings.ts';

type Side = Conflict['stands'];

/**
 * What gives the content of a revision the values of one side of conflicts. What is gone meanwhile
 * stays gone.
 *
 * @throws CONFLICT, naming the page, when its place or its deletion is no longer possible, or the
 *   content would be over a limit
 */
export async function resolutionChanges(
  texts: TextStore,
  head: Revision,
  conflicts: readonly Conflict[],
  side: Side,
): Promise<ContentChanges> {
  const { reader } = texts;
  const [tree = new PageTree([])] = await loadPageTrees(reader, [head.pagesHash]);
  const pagesBefore = byId([...tree.walk()].map(({ page }) => page));
  const filesBefore = await entriesById<FileEntry>(reader, head.filesHash);
  const reusableBefore = await entriesById<ReusableContentEntry>(reader, head.reusableContentsHash);
  const [pages, files] = [new Map(pagesBefore), new Map(filesBefore)];
  const reusableContents = new Map(reusableBefore);
  const variables = new Map(Object.entries(head.variables as Variables));
  const touched = new Set<string>();
  // Pages come back before others go below them, and go after others left them.
  for (const conflict of conflicts.toSorted((a, b) => orderOf(a, side) - orderOf(b, side))) {
    touched.add(conflict.id);
    switch (conflict.subject) {
      case 'page':
        resolvePage(pages, conflict, side);
        break;
      case 'file':
        resolveEntry(files, conflict, side);
        break;
      case 'reusable-content':
        resolveEntry(reusableContents, conflict, side);
        break;
      case 'variable':
        resolveVariable(variables, conflict, side);
    }
  }
  const bodies = conflicts.filter(({ attribute }) => attribute === 'body');
  await resolveBodies(texts, pages, bodies, side);
  await resolveBodies(texts, reusableContents, bodies, side);
  requireParents(pages);
  const parents = [...touched].flatMap((id) => pages.get(id)?.parent ?? []);
  separateSiblings(pages, new Set([null, ...parents]), tree);
  const [breach] = limitBreaches(pages, {
    pages: pages.size,
    files: files.size,
    reusableContents: reusableContents.size,
    variables: variables.size,
    redirects: 0,
  });
  if (breach) throw conflictError(breach.message);
  return {
    pages: changesBetween(pagesBefore, pages),
    files: changesBetween(filesBefore, files),
    reusableContents: changesBetween(reusableBefore, reusableContents),
    variables: Object.fromEntries(variables),
  };
}

async function entriesById<Item extends Entry>(reader: Reader, rootHash: string) {
  const [entries = []] = await loadEntryLists<Item>(reader, [rootHash]);
  return byId(entries);
}

function byId<Item extends Entry>(entries: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function orderOf({ attribute, ...conflict }: Conflict, side: Side): number {
  if (attribute !== 'existence') return 1;
  return conflict[side] === null ? 2 : 0;
}

function resolvePage(pages: Map<string, PageEntry>, conflict: Conflict, side: Side): void {
  const { id, attribute } = conflict;
  const page = pages.get(id);
  const value = conflict[side];
  if (attribute === 'existence') {
    if (value === null) pages.delete(id);
    else if (!page) bringBack(pages, value as PageEntry);
    return;
  }
  if (!page) return;
  if (attribute === 'place') {
    const place = value as Pick<PageEntry, 'parent' | 'position'>;
    requirePlace(pages, id, place.parent);
    pages.set(id, { ...page, ...place });
  } else {
    pages.set(id, withValue(page, conflict, side));
  }
}

function resolveEntry<Item extends FileEntry | ReusableContentEntry>(
  entries: Map<string, Item>,
  conflict: Conflict,
  side: Side,
): void {
  const { id, attribute } = conflict;
  const entry = entries.get(id);
  if (attribute === 'existence') {
    const value = conflict[side];
    if (value === null) entries.delete(id);
    else if (!entry) entries.set(id, value as Item);
  } else if (entry) {
    entries.set(id, withValue(entry, conflict, side));
  }
}

/** An entry with the value that one side has of an attribute. */
function withValue<Item extends Entry>(entry: Item, conflict: Conflict, side: Side): Item {
  const { attribute } = conflict;
  switch (attribute) {
    case 'body':
      // All of them together, later.
      return entry;
    case 'content':
      // An image that becomes another file has no dimensions any more.
      return { ...withAttribute(entry, 'dimensions', null), ...(conflict[side] as Partial<Item>) };
    default:
      return withAttribute(entry, attribute, conflict[side]);
  }
}

/** Checks that no page lost the one above it. */
function requireParents(pages: ReadonlyMap<string, PageEntry>): void {
  for (const { title, parent } of pages.values()) {
    if (parent === null || pages.has(parent)) continue;
    throw conflictError(
      `The page "${parent}" cannot be deleted: the page "${title}" is below it. Move or delete that first.`,
    );
  }
}

function bringBack(pages: Map<string, PageEntry>, page: PageEntry): void {
  const isParentThere = page.parent === null || pages.has(page.parent);
  pages.set(page.id, isParentThere ? page : { ...page, parent: null });
}

function requirePlace(
  pages: ReadonlyMap<string, PageEntry>,
  id: string,
  parent: string | null,
): void {
  let above = parent;
  while (above !== null) {
    const page = pages.get(above);
    if (!page || above === id) {
      throw conflictError(
        `The page "${id}" cannot go below the page "${parent}": ` +
          (page ? 'it is above it.' : 'that is gone.'),
      );
    }
    above = page.parent;
  }
}

/** An entry with another value of an attribute, or of a member of one: `layout.width`. */
function withAttribute<Item extends Entry>(entry: Item, attribute: string, value: unknown): Item {
  const [name = '', ...rest] = attribute.split('.');
  const member = rest.join('.');
  const record = entry as unknown as Readonly<Record<string, unknown>>;
  const changed =
    member === ''
      ? value
      : withMember((record[name] ?? {}) as Record<string, unknown>, member, value);
  return withMember(record, name, changed) as unknown as Item;
}

/** A record with another member; null takes it away. */
function withMember(
  record: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const others = Object.entries(record).filter(([key]) => key !== name);
  return Object.fromEntries(value === null ? others : [...others, [name, value]]);
}

function resolveVariable(
  variables: Map<string, Variables[string]>,
  { id, ...conflict }: Conflict,
  side: Side,
): void {
  const value = conflict[side] as Variables[string] | null;
  if (value === null) variables.delete(id);
  else variables.set(id, value);
}

function changesBetween<Item>(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
): Map<string, Item | null> {
  const written = [...after].filter(([id, item]) => before.get(id) !== item);
  const gone = [...before.keys()].filter((id) => !after.has(id));
  return new Map<string, Item | null>([
    ...gone.map((id): [string, null] => [id, null]),
    ...written,
  ]);
}
