import { slugOf } from '../../lib/slug.ts';
import { UniqueNames } from '../../lib/unique-names.ts';

const SLUG_LENGTH_MAX = 100;

/** Returns the slug of a page with that title. */
export function slugOfTitle(title: string): string {
  return slugOf(title, { lengthMax: SLUG_LENGTH_MAX, fallback: 'page' });
}

/** Returns the slug, with a number if a sibling already has it. */
export function slugAmong(slug: string, taken: readonly string[]): string {
  return new UniqueNames({ joint: '-', taken }).takeFree(slug);
}

/** Creates a function that returns unique slugs for siblings: repeated ones get a number. */
export function createSlugs(): (name: string) => string {
  const slugs = new UniqueNames({ joint: '-' });
  return (name) => slugs.takeFree(slugOfTitle(name));
}
