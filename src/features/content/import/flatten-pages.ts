import type { DocsPage } from '../../../document/docs-folder/docs-folder.ts';
import type { IncomingPage } from './incoming-content.ts';

/** Returns the pages of a folder in reading order with their parents, and no sources yet. */
export function flattenPages(
  pages: readonly DocsPage[],
  parent: IncomingPage | null = null,
): IncomingPage[] {
  return pages.flatMap((page) => {
    const incoming: IncomingPage = { page, parent, source: undefined };
    return [incoming, ...(page.type === 'link' ? [] : flattenPages(page.pages, incoming))];
  });
}
