import type { DocsPage } from './docs-folder.ts';

/** Returns the paths of pages with a file, in reading order. */
export function pagePaths(pages: readonly DocsPage[]): string[] {
  return pages.flatMap((page) => {
    if (page.type === 'link') return [];
    const own = page.type === 'document' && page.path !== undefined ? [page.path] : [];
    return [...own, ...pagePaths(page.pages)];
  });
}
