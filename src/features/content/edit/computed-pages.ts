import { badField, type InputPath } from '../../../errors.ts';
import { idOfText } from '../../../lib/id.ts';
import { evenPositions } from '../../../lib/position.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import { createSlugs } from '../docs-folder/page-slug.ts';
import type { ComputedContent, PageEntry } from '../store/entry.ts';
import type { PageDraft } from '../store/page-draft.ts';

/** A page as it is computed: its text is a blob that is stored. */
export interface ComputedPage extends Pick<ComputedContent, 'doc' | 'page'> {
  title: string;
  description?: string;
  /** Hash of the markdown. */
  source: string;
}

/** All that is computed of something at a time. */
export interface ComputedPages {
  /** Names what it was computed from. */
  seed: string | null;
  /** What is said of the whole, for the page that somebody put in; then those below it. */
  pages: readonly ComputedPage[];
}

/** A page that somebody put in to be computed. */
export type ComputedRoot = PageEntry & { computed: ComputedContent & { models: boolean } };

/** Whether a page is one that somebody put in to be computed, and not one of those below it. */
export function isComputedRoot(page: PageEntry): page is ComputedRoot {
  return page.computed?.models !== undefined;
}

/**
 * Gives a computed page, and those below it, what is computed. Pages that are there already keep
 * their ids, and so the comments on them; what is the same stays as it is.
 *
 * @param root is in its place
 */
export async function placeComputedPages(
  pages: PageDraft,
  root: ComputedRoot,
  { seed, pages: [whole, ...parts] }: ComputedPages,
  now: Date,
): Promise<void> {
  const { type, spec, models } = root.computed;
  await putChanged(pages, root, now, {
    ...root,
    ...(whole && { source: whole.source, sourceStart: 0 }),
    computed: { type, spec, doc: 'info', page: 'info', models, ...(seed !== null && { seed }) },
  });
  const family = await pages.children(root.id);
  const known = new Map(family.map((page) => [nameOf(page.computed), page]));
  const wanted = parts.filter(({ doc }) => models || doc !== 'models');
  const positions = evenPositions(wanted.length);
  const slugFor = createSlugs();
  for (const [index, { doc, page, title, description, source }] of wanted.entries()) {
    const name = nameOf({ doc, page });
    const before = known.get(name);
    known.delete(name);
    await putChanged(pages, before, now, {
      ...(before ?? { createdAt: now.toISOString(), updatedAt: now.toISOString() }),
      ...{ id: before?.id ?? idOfText('Page', `${root.id} ${name}`), type: 'document' },
      ...{ parent: root.id, position: positions[index] ?? '', title, slug: slugFor(title) },
      ...(description !== undefined && { description }),
      // Its own text names it: where that is the same, the page is.
      ...{ source, sourceStart: 0, computed: { type, spec, doc, page, seed: source } },
    });
  }
  for (const { id } of known.values()) await pages.delete(id);
}

/** @throws BAD_USER_INPUT for a page whose values and place are computed */
export function requireWritten(page: PageEntry, path: InputPath): void {
  if (!page.computed || isComputedRoot(page)) return;
  throw badField(path, 'is computed: only the page that it is below can be changed');
}

async function putChanged(
  pages: PageDraft,
  before: PageEntry | undefined,
  now: Date,
  after: PageEntry,
): Promise<void> {
  if (before && isSameValue(before, after)) return;
  await pages.put({ ...after, updatedAt: now.toISOString() });
}

function nameOf(computed: Pick<ComputedContent, 'doc' | 'page'> | undefined): string {
  return `${computed?.doc} ${computed?.page}`;
}
