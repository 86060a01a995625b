import { slugOf } from '../../../lib/slug.ts';
import { UniqueNames } from '../../../lib/unique-names.ts';

const SLUG_LENGTH_MAX = 100;

/** The slug that a title gives a page. */
export function slugOfTitle(title: string): string {
  return slugOf(title, { lengthMax: SLUG_LENGTH_MAX, fallback: 'page' });
}

/** A slug, with a number when a sibling has it already. */
export function slugAmong(slug: string, taken: readonly string[]): string {
  return new UniqueNames({ joint: '-', taken }).takeFree(slug);
}

/** Gives each sibling a slug of its own: the first keeps the plain one, the next get a number. */
export function createSlugs(): (name: string) => string {
  const slugs = new UniqueNames({ joint: '-' });
  return (name) => slugs.takeFree(slugOfTitle(name));
}
