import { slugOf } from '../../lib/slug.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Maximum length of a section path, a site-space path or a basename, in characters. */
const PATH_LENGTH_MAX = 100;
/** Maximum slug length of a title: a character can count twice, and a number may be appended. */
const SLUG_LENGTH_MAX = 45;

/** Single path segment of a page address, without characters that are special in a URL. */
export const pathSegment = visibleText
  .min(1)
  .max(PATH_LENGTH_MAX)
  .regex(/^(?!\.{1,2}$)[^\s/?#\\\p{Cc}]+$/u, {
    error: 'must be one segment of a path: no white space, "/", "\\", "?" or "#", not "." or ".."',
  });

/** Returns an unused path for a title: its slug, with `-1`, `-2` … if it is taken. */
export function freePath(title: string, taken: ReadonlySet<string>, fallback: string): string {
  const slug = slugOf(title, { lengthMax: SLUG_LENGTH_MAX, fallback });
  for (let number = 0; ; number += 1) {
    const path = number === 0 ? slug : `${slug}-${number}`;
    if (!taken.has(path)) return path;
  }
}
