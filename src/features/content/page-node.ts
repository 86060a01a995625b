import type { Row } from '../../builder.ts';
import type { ComputedContent, PageEntry } from './store/entry.ts';
import type { PageTree } from './store/page-tree.ts';

/** A page as the graph passes it on: an entry, and the revision that gives it its place. */
export interface PageNode {
  revision: Row<'Revision'>;
  tree: PageTree;
  entry: PageEntry;
  /** Whether a computed page shows what it is made of, in place of what was made. */
  asSource?: boolean;
}

/** A page that shows what it is made of. */
export type ComputedPageNode = PageNode & {
  asSource: true;
  entry: PageEntry & { computed: ComputedContent };
};

/** Whether a page shows what it is made of. */
export function isAsSource(page: PageNode): page is ComputedPageNode {
  return page.asSource === true && page.entry.computed !== undefined;
}

/** The pages below one, or at the top of the revision (null), in order. */
export function childrenOf(
  { revision, tree }: Pick<PageNode, 'revision' | 'tree'>,
  parentId: string | null,
): PageNode[] {
  return tree.children(parentId).map((entry) => ({ revision, tree, entry }));
}
