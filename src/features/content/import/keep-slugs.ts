import { UniqueNames } from '../../../lib/unique-names.ts';
import type { PageEntry } from '../../../revisions/store/entry.ts';
import type { IncomingPage } from './incoming-content.ts';
import type { Matches } from './match-pages.ts';

/**
 * Returns the slugs of sibling pages in a folder. A page keeps its slug, and so its URL, while the
 * origin of the slug is the same: its file, or its title if it has none. Links have the slug ''.
 *
 * @param taken slugs of other siblings
 */
export function keepSlugs(
  siblings: readonly IncomingPage[],
  matches: Matches,
  taken: readonly string[],
): string[] {
  const names = new UniqueNames({ joint: '-', taken });
  const kept = new Map<IncomingPage, string>();
  const used = new Set(taken);
  for (const incoming of siblings) {
    const known = matches.get(incoming);
    if (!known || !isNamedAlike(known, incoming) || used.has(known.slug)) continue;
    kept.set(incoming, known.slug);
    used.add(known.slug);
    names.take(known.slug);
  }
  return siblings.map((incoming) => {
    if (incoming.page.type === 'link') return '';
    return kept.get(incoming) ?? names.takeFree(incoming.page.slug);
  });
}

/** Checks whether the origin of a page's slug is the same. */
function isNamedAlike(known: PageEntry, { page }: IncomingPage): boolean {
  if (page.type === 'link') return false;
  const path = page.type === 'document' ? page.path : undefined;
  return path === undefined
    ? known.git === undefined && known.title === page.title
    : known.git?.path === path;
}
