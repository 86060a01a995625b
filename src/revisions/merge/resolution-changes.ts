import { conflict as conflictError } from '../../errors.ts';
import type { Entry } from '../store/chunk.ts';
import type { ContentStore } from '../store/content-reader.ts';
import { draftPartsOf } from '../store/draft-parts.ts';
import type { EntryDraft } from '../store/entry-draft.ts';
import { PageReader } from '../store/entry-reader.ts';
import type { FileEntry, PageEntry, ReusableContentEntry, Variables } from '../store/entry.ts';
import type { PageDraft } from '../store/page-draft.ts';
import type { ContentChanges, StoredContent } from '../store/write-revision.ts';
import type { Conflict } from './conflict.ts';
import { findTooDeep, limitBreaches } from './limit-breach.ts';
import { resolveBodies } from './resolve-bodies.ts';
import { deduplicateSiblings } from './deduplicate-siblings.ts';

type Side = Conflict['stands'];

/**
 * Returns the changes that give content the values of one side of conflicts. Entries deleted in the
 * meantime remain deleted.
 *
 * @throws CONFLICT, naming the page, when its position or deletion is no longer possible, or the
 *   content would exceed a limit
 */
export async function resolutionChanges(
  store: ContentStore,
  head: StoredContent,
  conflicts: readonly Conflict[],
  side: Side,
): Promise<ContentChanges> {
  const { pages, files, reusableContents } = draftPartsOf(store, head);
  const variables = new Map(Object.entries(head.variables as Variables));
  // Pages are restored before others move below them, and deleted after others have left them.
  for (const conflict of conflicts.toSorted((a, b) => orderOf(a, side) - orderOf(b, side))) {
    switch (conflict.subject) {
      case 'page':
        await resolvePage(pages, conflict, side);
        break;
      case 'file':
        await resolveEntry(files, conflict, side);
        break;
      case 'reusable-content':
        await resolveEntry(reusableContents, conflict, side);
        break;
      case 'variable':
        resolveVariable(variables, conflict, side);
    }
  }
  const bodies = conflicts.filter(({ attribute }) => attribute === 'body');
  await resolveBodies(store, pages, bodies, side);
  await resolveBodies(store, reusableContents, bodies, side);
  await requireParents(pages);
  const headPages = new PageReader(store, head.pagesHash);
  await deduplicateSiblings(pages, headPages);
  const [breach] = limitBreaches(
    {
      ...{ pages: pages.size, files: files.size, reusableContents: reusableContents.size },
      ...{ variables: variables.size, redirects: 0 },
    },
    await findTooDeep(pages, [headPages], pages.writtenIds),
  );
  if (breach) throw conflictError(breach.message);
  return {
    pages: await pages.changes(),
    files: await files.changes(),
    reusableContents: await reusableContents.changes(),
    variables: Object.fromEntries(variables),
  };
}

function orderOf({ attribute, ...conflict }: Conflict, side: Side): number {
  if (attribute !== 'existence') return 1;
  return conflict[side] === null ? 2 : 0;
}

async function resolvePage(pages: PageDraft, conflict: Conflict, side: Side): Promise<void> {
  const { id, attribute } = conflict;
  const page = await pages.entry(id);
  const value = conflict[side];
  if (attribute === 'existence') {
    if (value === null) await pages.delete(id);
    else if (!page) await bringBack(pages, value as PageEntry);
    return;
  }
  if (!page) return;
  if (attribute === 'place') {
    const place = value as Pick<PageEntry, 'parent' | 'position'>;
    await requirePlace(pages, id, place.parent);
    await pages.put({ ...page, ...place });
  } else {
    await pages.put(withValue(page, conflict, side));
  }
}

async function resolveEntry<Item extends FileEntry | ReusableContentEntry>(
  entries: EntryDraft<Item>,
  conflict: Conflict,
  side: Side,
): Promise<void> {
  const { id, attribute } = conflict;
  const entry = await entries.entry(id);
  if (attribute === 'existence') {
    const value = conflict[side];
    if (value === null) await entries.delete(id);
    else if (!entry) await entries.put(value as Item);
  } else if (entry) {
    await entries.put(withValue(entry, conflict, side));
  }
}

/** Returns an entry with one side's value of an attribute. */
function withValue<Item extends Entry>(entry: Item, conflict: Conflict, side: Side): Item {
  const { attribute } = conflict;
  switch (attribute) {
    case 'body':
      // Bodies are resolved together, later.
      return entry;
    case 'content':
      // The dimensions of an image do not apply to another file.
      return { ...withAttribute(entry, 'dimensions', null), ...(conflict[side] as Partial<Item>) };
    default:
      return withAttribute(entry, attribute, conflict[side]);
  }
}

/** Checks that no page lost its parent. */
async function requireParents(pages: PageDraft): Promise<void> {
  const families = await Promise.all(
    pages.writtenIds.map(async (id) => ((await pages.entry(id)) ? [] : pages.children(id))),
  );
  const [page] = families.flat();
  if (!page) return;
  throw conflictError(
    `The page "${page.parent}" cannot be deleted: the page "${page.title}" is below it. ` +
      'Move or delete that first.',
  );
}

async function bringBack(pages: PageDraft, page: PageEntry): Promise<void> {
  const isParentThere = page.parent === null || (await pages.entry(page.parent)) !== null;
  await pages.put(isParentThere ? page : { ...page, parent: null });
}

async function requirePlace(pages: PageDraft, id: string, parent: string | null): Promise<void> {
  let above = parent;
  while (above !== null) {
    const page = await pages.entry(above);
    if (!page || above === id) {
      throw conflictError(
        `The page "${id}" cannot go below the page "${parent}": ` +
          (page ? 'it is above it.' : 'that is gone.'),
      );
    }
    above = page.parent;
  }
}

/** Returns an entry with another value of an attribute or of its member: `layout.width`. */
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

/** Returns a record with another value of a member; null removes it. */
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
