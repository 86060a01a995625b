import { posix } from 'node:path';
import { pageName, titleFromName } from '../../../document/docs-folder/page-files.ts';
import { decodeUrlPart } from '../../../lib/decode-url-part.ts';

/** Returns the key of a page: addresses with equal keys are one page. */
export function pageKey(url: URL): string {
  const query = new URLSearchParams(url.search);
  for (const name of [...query.keys()]) if (/^utm_/i.test(name)) query.delete(name);
  const path = url.pathname.replace(/\/(?:index\.html?)?$/i, '') || '/';
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return `${url.origin}${path}${search}`;
}

/** Part of a site below a start address: that page and all pages below it. */
export class SiteScope {
  readonly #origin: string;
  readonly #folder: string;

  constructor(start: URL) {
    this.#origin = start.origin;
    const folder = /\.[a-z]+$/i.test(start.pathname)
      ? posix.dirname(start.pathname)
      : start.pathname;
    this.#folder = folder.replace(/\/+$/, '');
  }

  has({ origin, pathname }: URL): boolean {
    const isBelow = pathname === this.#folder || pathname.startsWith(`${this.#folder}/`);
    return origin === this.#origin && isBelow;
  }
}

/** Returns the path segments of a page's address. */
export function segmentsOf(address: string): string[] {
  const { pathname } = new URL(address);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const last = segments.pop();
  if (last === undefined || /^index\.\w+$/i.test(last)) return segments;
  return [...segments, last.replace(/\.(?:html?|php|aspx?|md)$/i, '')];
}

/** Derives a title for a page that has none. */
export function titleOfAddress(address: string): string {
  const { hostname } = new URL(address);
  const last = segmentsOf(address).at(-1);
  return last === undefined ? hostname : titleFromName(pageName(decodeUrlPart(last), ''));
}
