import type { DocsPage } from '../../../document/docs-folder/docs-folder.ts';
import type { PageEntry } from '../../../revisions/store/entry.ts';
import { isWithoutFile } from '../../../revisions/store/page-form.ts';
import type { PageTree } from '../../../revisions/store/page-tree.ts';

/** Page in a table of contents. */
export interface OutlinePage {
  title: string;
  /** File of the page; null for a heading above pages. */
  path: string | null;
  /** Target of a link; null for other pages. */
  href: string | null;
  pages: OutlinePage[];
}

/** Returns the table of contents of a folder. */
export function outlineOfFolder(pages: readonly DocsPage[]): OutlinePage[] {
  return pages.map((page) => ({
    title: page.title,
    path: page.type === 'document' ? (page.path ?? null) : null,
    href: page.type === 'link' ? page.href : null,
    pages: page.type === 'link' ? [] : outlineOfFolder(page.pages),
  }));
}

/**
 * Returns the table of contents that content needs, without pages that it cannot represent.
 *
 * @param pathOf returns the file of a page; undefined if it has none
 */
export function outlineOfTree(
  tree: PageTree,
  pathOf: (page: PageEntry) => string | undefined,
  parent: string | null = null,
): OutlinePage[] {
  return tree.children(parent).flatMap((page): OutlinePage[] => {
    if (isWithoutFile(page)) return [];
    const href = page.target?.kind === 'url' ? page.target.url : null;
    const pages = outlineOfTree(tree, pathOf, page.id);
    return [{ title: page.title, path: pathOf(page) ?? null, href, pages }];
  });
}
