import type { DocsPage } from '../docs-folder/docs-folder.ts';
import type { IncomingPage } from './incoming-content.ts';

/** The pages of a folder in reading order, each with the one above it; none has a source yet. */
export function flattenPages(
  pages: readonly DocsPage[],
  parent: IncomingPage | null = null,
): IncomingPage[] {
  return pages.flatMap((page) => {
    const incoming: IncomingPage = { page, parent, source: undefined };
    return [incoming, ...(page.type === 'link' ? [] : flattenPages(page.pages, incoming))];
  });
}
