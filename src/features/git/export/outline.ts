import type { DocsPage } from '../../content/docs-folder/docs-folder.ts';
import type { PageEntry } from '../../content/store/entry.ts';
import { isWithoutFile } from '../../content/store/page-form.ts';
import type { PageTree } from '../../content/store/page-tree.ts';

/** A page in a table of contents. */
export interface OutlinePage {
  title: string;
  /** Its file; null for a heading over its pages. */
  path: string | null;
  /** Where a link leads. */
  href: string | null;
  pages: OutlinePage[];
}

/** The table of contents that a folder has. */
export function outlineOfFolder(pages: readonly DocsPage[]): OutlinePage[] {
  return pages.map((page) => ({
    title: page.title,
    path: page.type === 'document' ? (page.path ?? null) : null,
    href: page.type === 'link' ? page.href : null,
    pages: page.type === 'link' ? [] : outlineOfFolder(page.pages),
  }));
}

/**
 * The table of contents that content needs, without what has no form in it.
 *
 * @param pathOf the file of a page, if it has one
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
