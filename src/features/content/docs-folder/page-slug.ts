import { slugOf } from '../../../lib/slug.ts';

const SLUG_LENGTH_MAX = 100;

/** Gives each sibling a slug of its own: the first keeps the plain one, the next get a number. */
export function createSlugs(): (name: string) => string {
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  return (name) => {
    const plain = slugOf(name, { lengthMax: SLUG_LENGTH_MAX, fallback: 'page' });
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
