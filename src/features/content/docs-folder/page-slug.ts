import { slugOf } from '../../../lib/slug.ts';

const SLUG_LENGTH_MAX = 100;

/** The slug that a title gives a page. */
export function slugOfTitle(title: string): string {
  return slugOf(title, { lengthMax: SLUG_LENGTH_MAX, fallback: 'page' });
}

/** A slug, with a number when a sibling has it already. */
export function slugAmong(slug: string, taken: readonly string[]): string {
  const slugs = new Set(taken);
  let [free, number] = [slug, 0];
  while (slugs.has(free)) {
    number += 1;
    free = `${slug}-${number}`;
  }
  return free;
}

/** Gives each sibling a slug of its own: the first keeps the plain one, the next get a number. */
export function createSlugs(): (name: string) => string {
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  return (name) => {
    const plain = slugOfTitle(name);
    let slug = plain;
    while (taken.has(slug)) {
      const number = (lastNumbers.get(plain) ?? 0) + 1;
      lastNumbers.set(plain, number);
      slug = `${plain}-${number}`;
    }
    taken.add(slug);
    return slug;
  };
}
