import type { Revision } from '../../../database/generated/prisma/client.ts';
import { conflict as conflictError } from '../../../errors.ts';
import { loadFileLists, loadPageTrees } from '../store/content-store.ts';
import type { FileEntry, PageEntry, Variables } from '../store/entry.ts';
import { PageTree } from '../store/page-tree.ts';
import type { ContentChanges } from '../store/write-revision.ts';
import type { Conflict } from './conflict.ts';
import { mergeBodies } from './merge-bodies.ts';
import type { TextStore } from '../store/text-store.ts';
import type { Body } from './merge-page.ts';
import { separateSiblings } from './separate-siblings.ts';

type Side = 'ours' | 'theirs';

/**
 * What gives the content of a revision the values of one side of conflicts. A page or file that is
 * gone meanwhile stays gone.
 *
 * @throws CONFLICT, naming the page, when its place or its deletion is no longer possible
 */
export async function resolutionChanges(
  texts: TextStore,
  head: Revision,
  conflicts: readonly Conflict[],
  side: Side,
): Promise<ContentChanges> {
  const { reader } = texts;
  const [tree = new PageTree([])] = await loadPageTrees(reader, [head.pagesHash]);
  const [fileList = []] = await loadFileLists(reader, [head.filesHash]);
  const pages = new Map([...tree.walk()].map(({ page }) => [page.id, page]));
  const files = new Map(fileList.map((file) => [file.id, file]));
  const variables = new Map(Object.entries(head.variables as Variables));
  const touched = new Set<string>();
  // Pages come back before others go below them, and go after others left them.
  for (const conflict of conflicts.toSorted((a, b) => orderOf(a, side) - orderOf(b, side))) {
    touched.add(conflict.id);
    if (conflict.subject === 'page') await resolvePage(texts, pages, conflict, side);
    else if (conflict.subject === 'file') resolveFile(files, conflict, side);
    else resolveVariable(variables, conflict, side);
  }
  requireParents(pages);
  const parents = [...touched].flatMap((id) => pages.get(id)?.parent ?? []);
  separateSiblings(pages, new Set([null, ...parents]), tree);
  const filesBefore = new Map(fileList.map((file) => [file.id, file]));
  return {
    pages: changesBetween(new Map([...tree.walk()].map(({ page }) => [page.id, page])), pages),
    files: changesBetween(filesBefore, files),
    variables: Object.fromEntries(variables),
  };
}

function orderOf({ attribute, ...conflict }: Conflict, side: Side): number {
  if (attribute !== 'existence') return 1;
  return conflict[side] === null ? 2 : 0;
}

async function resolvePage(
  texts: TextStore,
  pages: Map<string, PageEntry>,
  conflict: Conflict,
  side: Side,
): Promise<void> {
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
  } else if (attribute === 'body') {
    pages.set(id, await withBody(texts, page, conflict, side));
  } else {
    pages.set(id, withAttribute(page, attribute, value));
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

/**
 * A page with the text of one side, where both differ. What was written since stays, but for the
 * lines of the conflict.
 */
async function withBody(
  texts: TextStore,
  page: PageEntry,
  conflict: Conflict,
  side: Side,
): Promise<PageEntry> {
  if (side === conflict.stands) return page;
  const [base, stood, wanted] = [
    (conflict.base ?? {}) as Body,
    (conflict[conflict.stands] ?? {}) as Body,
    (conflict[side] ?? {}) as Body,
  ];
  const before = await mergeBodies(texts, { base, ours: stood, theirs: wanted });
  const after = await mergeBodies(texts, { base, ours: wanted, theirs: stood });
  const current: Body = { source: page.source, sourceStart: page.sourceStart };
  const { value } = await mergeBodies(texts, {
    base: before.value,
    ours: after.value,
    theirs: current,
  });
  return { ...page, ...value };
}

/** A page with another value of an attribute, or of a member of one: `layout.width`. */
function withAttribute(page: PageEntry, attribute: string, value: unknown): PageEntry {
  const [name = '', ...rest] = attribute.split('.');
  const member = rest.join('.');
  const record = page as unknown as Readonly<Record<string, unknown>>;
  const changed =
    member === ''
      ? value
      : withMember((record[name] ?? {}) as Record<string, unknown>, member, value);
  return withMember(record, name, changed) as unknown as PageEntry;
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

function resolveFile(files: Map<string, FileEntry>, conflict: Conflict, side: Side): void {
  const { id, attribute } = conflict;
  const file = files.get(id);
  const value = conflict[side];
  if (attribute === 'existence') {
    if (value === null) files.delete(id);
    else if (!file) files.set(id, value as FileEntry);
    return;
  }
  if (!file) return;
  if (attribute === 'name') {
    files.set(id, { ...file, name: value as string });
    return;
  }
  const { dimensions: _old, ...rest } = file;
  files.set(id, { ...rest, ...(value as Partial<FileEntry>) });
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
