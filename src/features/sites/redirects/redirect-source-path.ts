import { z } from 'zod';
import { decodeUrlPart } from '../../../lib/decode-url-part.ts';

/** Maximum length of a redirect's source, in characters (interface, Site redirects). */
const SOURCE_LENGTH_MAX = 512;

const SOURCE_PATTERN =
  /^\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$/;

/** Last segments of paths that the site serves itself, so that no redirect would apply. */
const servedSegments: ReadonlySet<string> = new Set([
  ...['~search', 'robots.txt', 'sitemap.xml', 'llms.txt'],
]);

/** Percent-encoded path below the root of a site (interface, Site redirects), normalized. */
export const redirectSourcePath = z
  .string()
  .max(SOURCE_LENGTH_MAX)
  .regex(SOURCE_PATTERN, {
    error:
      'must be a path that starts with "/", without a slash at its end, a query or a fragment; other characters than letters, digits, "-", ".", "_" and "~" are percent-encoded',
  })
  .refine(
    isVisitable,
    'must be percent-encoded UTF-8, without U+0000, and without "." and ".." as segments',
  )
  .refine(
    (path) => !servedSegments.has(decodeUrlPart(path.slice(path.lastIndexOf('/') + 1))),
    `must not end with ${[...servedSegments].map((segment) => `"/${segment}"`).join(', ')}: the site serves these itself`,
  );

/**
 * Checks whether an address can have the path: browsers resolve dots before they send it, and no
 * published address has U+0000.
 */
function isVisitable(path: string): boolean {
  if (!SOURCE_PATTERN.test(path)) return true;
  try {
    return path.split('/').every((segment) => !/^\.{1,2}$|\0/.test(decodeURIComponent(segment)));
  } catch {
    return false;
  }
}

/**
 * Returns the path of decoded segments. Equal addresses have equal paths, however they were
 * encoded.
 */
export function sourcePathOf(segments: readonly string[]): string {
  const encoded = segments.map((segment) =>
    encodeURIComponent(segment.toWellFormed()).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  );
  return `/${encoded.join('/')}`;
}

/** Normalizes the percent encoding of a path. */
export function normalizeSourcePath(path: string): string {
  return sourcePathOf(path.slice(1).split('/').map(decodeUrlPart));
}
