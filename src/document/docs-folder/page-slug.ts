import { slugOf } from '../../lib/slug.ts';
import { UniqueNames } from '../../lib/unique-names.ts';

const SLUG_LENGTH_MAX = 100;

/** Returns the slug of a page with that title. */
export function slugOfTitle(title: string): string {
  return slugOf(title, { lengthMax: SLUG_LENGTH_MAX, fallback: 'page' });
}

/** Creates a function that returns unique slugs for siblings: repeated ones get a number. */
export function createSlugs(): (name: string) => string {
  const slugs = new UniqueNames({ joint: '-' });
  return (name) => slugs.takeFree(slugOfTitle(name));
}
