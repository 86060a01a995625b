import { conflict } from '../../errors.ts';
import { sha256 } from '../../lib/hash.ts';
import { newId } from '../../lib/id.ts';
import { positionsBetween } from '../../lib/position.ts';
import { UniqueNames } from '../../lib/unique-names.ts';
import { contentLimits } from '../../revisions/content-limits.ts';
import type { IncomingContent, IncomingPage } from '../content/import/incoming-content.ts';
import {
  pageEntryOf,
  type PageChangesContext,
  type PagePlacement,
} from '../content/import/page-changes.ts';
import type { FileEntry, PageEntry, ReusableContentEntry } from '../../revisions/store/entry.ts';
import type { PageDraft } from '../../revisions/store/page-draft.ts';
import type { ContentChanges, StoredContent } from '../../revisions/store/write-revision.ts';
import type { ImportIds } from './link-content.ts';
import { groupBy } from '../../lib/group-by.ts';

/** Destination of imported content. */
export interface ImportPlace {
  /** Draft of the existing pages. */
  pages: PageDraft;
  /** Parent of the imported pages; null for the top level. */
  target: PageEntry | null;
  /** Whether the first imported text fills the target page, which is still empty. */
  fills: boolean;
}

/** Hash of an empty page source. */
const EMPTY_SOURCE = sha256('');

/** Content to add, with the ids assigned to its parts. */
export interface Addition {
  content: IncomingContent;
  ids: ImportIds;
  now: Date;
}

/**
 * Returns the changes that append imported content to a revision.
 *
 * @throws CONFLICT when the content would exceed a limit
 */
export async function addContent(
  base: StoredContent,
  place: ImportPlace,
  { content, ids, now }: Addition,
): Promise<ContentChanges> {
  requireRoom(base, content);
  const pages = await addPages(place, { content, ids, now });
  const files = content.files.map(({ file, blob }): [string, FileEntry] => {
    const { path, name, contentType, size, dimensions } = file;
    const id = ids.files.get(path) ?? newId('File');
    return [id, { id, name, contentType, blob, size, ...(dimensions && { dimensions }) }];
  });
  const texts = content.reusableContents.map((one): [string, ReusableContentEntry] => {
    const { title, path, frontMatter } = one.content;
    const id = ids.reusableContents.get(path) ?? newId('ReusableContent');
    const source = { source: one.blob, sourceStart: Buffer.byteLength(frontMatter) };
    const at = now.toISOString();
    return [id, { id, title, ...source, createdAt: at, updatedAt: at }];
  });
  return { pages, files: new Map(files), reusableContents: new Map(texts) };
}

function requireRoom(base: StoredContent, content: IncomingContent): void {
  const counts = [
    ['pages', base.pageCount + content.pages.length, contentLimits.pageCountMax],
    ['files', base.fileCount + content.files.length, contentLimits.fileCountMax],
    [
      'reusable contents',
      base.reusableContentCount + content.reusableContents.length,
      contentLimits.reusableContentCountMax,
    ],
  ] as const;
  for (const [noun, count, most] of counts) {
    if (count > most) {
      throw conflict(`The content would have ${count} ${noun}: at most ${most}.`);
    }
  }
}

async function addPages(
  place: ImportPlace,
  { content, ids, now }: Addition,
): Promise<Map<string, PageEntry>> {
  const { pages, target, fills } = place;
  const changes = new Map<string, PageEntry>();
  const idsOfPages = new Map(content.pages.map((page) => [page, idOfPage(page, ids)]));
  const [first] = content.pages;
  if (fills && target && first) {
    changes.set(target.id, filled(target, first, now));
    idsOfPages.set(first, target.id);
  }
  await requireDepth(place, content.pages);
  const siblings = await pages.children(target?.id ?? null);
  const taken = siblings.filter(({ type }) => type !== 'link').map(({ slug }) => slug);
  const slugs = new UniqueNames({ joint: '-', taken });
  const added = content.pages.filter((page) => idsOfPages.get(page) !== target?.id);
  for (const [parent, family] of familiesOf(added, idsOfPages, target)) {
    const isTop = parent === (target?.id ?? null);
    const last = isTop ? (siblings.at(-1)?.position ?? null) : null;
    const positions = positionsBetween(last, null, family.length);
    for (const [index, page] of family.entries()) {
      const id = idsOfPages.get(page) ?? newId('Page');
      const slug = page.page.type === 'link' ? '' : page.page.slug;
      const at = { id, parent, position: positions[index] ?? '', slug };
      const entry = newEntry(
        page,
        at,
        { fileIds: ids.files, now, variablesOfFiles: new Set() },
        target,
      );
      if (isTop && entry.type !== 'link') entry.slug = slugs.takeFree(entry.slug);
      changes.set(id, entry);
    }
  }
  return changes;
}

/** Checks whether a page has no text yet, so that an imported text can fill it. */
export function isEmptyPage({ type, source }: PageEntry): boolean {
  return type === 'document' && (source === undefined || source === EMPTY_SOURCE);
}

/**
 * Returns the target page with the imported text.
 *
 * @throws CONFLICT when the page has been edited since the import began
 */
function filled(target: PageEntry, { page, source }: IncomingPage, now: Date): PageEntry {
  if (!isEmptyPage(target)) throw conflict('The page was empty, and somebody has written into it.');
  if (page.type !== 'document' || !source) return target;
  return {
    ...target,
    source: source.blob,
    sourceStart: Buffer.byteLength(page.frontMatter),
    updatedAt: now.toISOString(),
  };
}

function idOfPage({ page }: IncomingPage, ids: ImportIds): string {
  const path = page.type === 'document' ? page.path : undefined;
  return (path === undefined ? undefined : ids.pages.get(path)) ?? newId('Page');
}

/** Groups pages by the id of their new parent. */
function familiesOf(
  pages: readonly IncomingPage[],
  ids: ReadonlyMap<IncomingPage, string>,
  target: PageEntry | null,
): Map<string | null, IncomingPage[]> {
  return groupBy(pages, ({ parent }) => (parent && ids.get(parent)) ?? target?.id ?? null);
}

/**
 * Builds the entry of a new page. It has no file path, since links refer to pages by id. Groups are
 * allowed at the top level only; below a page they become documents.
 */
function newEntry(
  page: IncomingPage,
  at: PagePlacement,
  context: PageChangesContext,
  target: PageEntry | null,
): PageEntry {
  const { git: _file, ...entry } = pageEntryOf(page, at, undefined, context);
  return entry.type === 'group' && target ? { ...entry, type: 'document' } : entry;
}

async function requireDepth(
  { pages, target }: ImportPlace,
  incoming: readonly IncomingPage[],
): Promise<void> {
  const levels = new Map<IncomingPage | null, number>([[null, 0]]);
  let below = 0;
  for (const page of incoming) {
    const level = (levels.get(page.parent) ?? 0) + 1;
    levels.set(page, level);
    below = Math.max(below, level);
  }
  const above = target ? (await pages.withAncestors(target)).length : 0;
  if (above + below <= contentLimits.depthMax) return;
  throw conflict(
    `The pages would be ${above + below} levels deep: at most ${contentLimits.depthMax}.`,
  );
}
