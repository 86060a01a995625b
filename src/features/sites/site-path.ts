import { slugOf } from '../../lib/slug.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Longest path of a section or a site-space, and longest basename, in characters. */
const PATH_LENGTH_MAX = 100;
/** Longest slug of a title: a character can count as two, and a number may follow. */
const SLUG_LENGTH_MAX = 45;

/** One segment of the address of a page: nothing that a URL reads in another way. */
export const pathSegment = visibleText
  .min(1)
  .max(PATH_LENGTH_MAX)
  .regex(/^(?!\.{1,2}$)[^\s/?#\\\p{Cc}]+$/u, {
    error: 'must be one segment of a path: no white space, "/", "\\", "?" or "#", not "." or ".."',
  });

/** A path for a title that no sibling has: its slug, with `-1`, `-2` … where that is taken. */
export function freePath(title: string, taken: ReadonlySet<string>, fallback: string): string {
  const slug = slugOf(title, { lengthMax: SLUG_LENGTH_MAX, fallback });
  for (let number = 0; ; number += 1) {
    const path = number === 0 ? slug : `${slug}-${number}`;
    if (!taken.has(path)) return path;
  }
}
