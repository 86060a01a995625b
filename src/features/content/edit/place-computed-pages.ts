import { badField, type InputPath } from '../../../errors.ts';
import { idOfText } from '../../../lib/id.ts';
import { evenPositions } from '../../../lib/position.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import { createSlugs } from '../../../document/docs-folder/page-slug.ts';
import type { ComputedContent, PageEntry } from '../../../revisions/store/entry.ts';
import type { PageDraft } from '../../../revisions/store/page-draft.ts';

/** A computed page whose text is a stored blob. */
export interface PlacedComputedPage extends Pick<ComputedContent, 'doc' | 'page'> {
  title: string;
  description?: string;
  /** Hash of the markdown. */
  source: string;
}

/** All pages that are computed from one version of a source. */
export interface ComputedPages {
  /** Identifies the version of the source. */
  seed: string | null;
  /** First the overview, for the root page; then the pages below it. */
  pages: readonly PlacedComputedPage[];
}

/** The pages among which computed ones are placed. */
export type PlacedPages = Pick<PageDraft, 'children' | 'put' | 'delete'>;

/** The root of computed pages, which a user inserted. */
export type ComputedRoot = PageEntry & { computed: ComputedContent & { models: boolean } };

/** Checks whether a page is the root of computed pages, and not one of the pages below it. */
export function isComputedRoot(page: PageEntry): page is ComputedRoot {
  return page.computed?.models !== undefined;
}

/**
 * Updates a computed root page and the pages below it. Existing pages keep their ids, and so their
 * comments. Unchanged pages are not written.
 *
 * @param root must be placed
 */
export async function placeComputedPages(
  pages: PlacedPages,
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
      // The seed is the hash of the page's own text: equal texts leave the page unchanged.
      ...{ source, sourceStart: 0, computed: { type, spec, doc, page, seed: source } },
    });
  }
  for (const { id } of known.values()) await pages.delete(id);
}

/** @throws BAD_USER_INPUT for a page whose values and position are computed */
export function requireWritten(page: PageEntry, path: InputPath): void {
  if (!page.computed || isComputedRoot(page)) return;
  throw badField(path, 'is computed: only the page that it is below can be changed');
}

async function putChanged(
  pages: PlacedPages,
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
