import { keepPositions } from '../import/keep-positions.ts';
import type { PageEntry } from '../store/entry.ts';
import { inOrder, type PageTree } from '../store/page-tree.ts';

/**
 * Gives siblings that came together positions and slugs of their own. Those that theirs has there
 * already keep what they have, so that what came from there stays as it came.
 *
 * @param pages all pages by id, changed in place
 * @param parents the parents whose pages may have changed
 */
export function separateSiblings(
  pages: Map<string, PageEntry>,
  parents: ReadonlySet<string | null>,
  theirs: PageTree,
): void {
  const families = new Map<string | null, PageEntry[]>([...parents].map((id) => [id, []]));
  for (const page of pages.values()) families.get(page.parent)?.push(page);
  for (const siblings of families.values()) {
    siblings.sort(inOrder);
    const positions = keepPositions(distinctPositions(siblings, theirs));
    const slugs = distinctSlugs(siblings, theirs);
    for (const [index, page] of siblings.entries()) {
      const [position = '', slug = ''] = [positions[index], slugs[index]];
      if (position === page.position && slug === page.slug) continue;
      pages.set(page.id, { ...page, position, slug });
    }
  }
}

/** The positions of siblings, in order; null for one that another one has. */
function distinctPositions(siblings: readonly PageEntry[], theirs: PageTree): (string | null)[] {
  const owners = new Map<string, string>();
  for (const { id, position, parent } of siblings) {
    const known = theirs.page(id);
    const isTheirs = known?.parent === parent && known.position === position;
    if (isTheirs || !owners.has(position)) owners.set(position, id);
  }
  return siblings.map(({ id, position }) => (owners.get(position) === id ? position : null));
}

/** The slugs of siblings; one that another one has gets a number. Links have none. */
function distinctSlugs(siblings: readonly PageEntry[], theirs: PageTree): string[] {
  const owners = new Map<string, string>();
  for (const { id, slug, parent } of siblings.filter(({ type }) => type !== 'link')) {
    const known = theirs.page(id);
    const isTheirs = known?.parent === parent && known.slug === slug;
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
