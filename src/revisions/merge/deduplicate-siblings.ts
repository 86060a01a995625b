import { keepPositions } from './keep-positions.ts';
import type { PageSource } from '../store/entry-reader.ts';
import type { PageEntry } from '../store/entry.ts';
import type { PageDraft } from '../store/page-draft.ts';

/**
 * Makes the positions and slugs of merged siblings unique. Siblings that are in theirs keep both.
 * Reads only families with a page that is new there, or has another position or slug.
 *
 * @param pages the merged pages, changed in place
 */
export async function deduplicateSiblings(pages: PageDraft, theirs: PageSource): Promise<void> {
  const parents = await changedFamilies(pages, theirs);
  const families = await Promise.all(
    parents.map((parent) => Promise.all([pages.children(parent), theirs.children(parent)])),
  );
  for (const [siblings, known] of families) {
    const theirPages = new Map(known.map((page) => [page.id, page]));
    const positions = keepPositions(distinctPositions(siblings, theirPages));
    const slugs = distinctSlugs(siblings, theirPages);
    for (const [index, page] of siblings.entries()) {
      const [position = '', slug = ''] = [positions[index], slugs[index]];
      if (position === page.position && slug === page.slug) continue;
      await pages.put({ ...page, position, slug });
    }
  }
}

/** Returns the parents of pages that are new in theirs, or different there. */
async function changedFamilies(pages: PageDraft, theirs: PageSource): Promise<(string | null)[]> {
  const parents = await Promise.all(
    pages.writtenIds.map(async (id) => {
      const [page, known] = await Promise.all([pages.entry(id), theirs.entry(id)]);
      return page && !(known && isSamePlace(page, known)) ? [page.parent] : [];
    }),
  );
  return [...new Set(parents.flat())];
}

function isSamePlace(a: PageEntry, b: PageEntry): boolean {
  return (
    a.parent === b.parent && a.position === b.position && a.slug === b.slug && a.type === b.type
  );
}

type Family = ReadonlyMap<string, PageEntry>;

/** Returns the positions of siblings, in order; null for a duplicate. */
function distinctPositions(siblings: readonly PageEntry[], theirs: Family): (string | null)[] {
  const owners = new Map<string, string>();
  for (const { id, position } of siblings) {
    const isTheirs = theirs.get(id)?.position === position;
    if (isTheirs || !owners.has(position)) owners.set(position, id);
  }
  return siblings.map(({ id, position }) => (owners.get(position) === id ? position : null));
}

/** Returns the slugs of siblings; a duplicate gets a number. Links have none. */
function distinctSlugs(siblings: readonly PageEntry[], theirs: Family): string[] {
  const owners = new Map<string, string>();
  for (const { id, slug } of siblings.filter(({ type }) => type !== 'link')) {
    const isTheirs = theirs.get(id)?.slug === slug;
    if (isTheirs || !owners.has(slug)) owners.set(slug, id);
  }
  return siblings.map(({ id, type, slug }) => {
    if (type === 'link' || owners.get(slug) === id) return slug;
    let number = 1;
    while (owners.has(`${slug}-${number}`)) number += 1;
    owners.set(`${slug}-${number}`, id);
    return `${slug}-${number}`;
  });
}
