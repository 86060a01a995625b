import type { Row } from '../../builder.ts';
import type { ComputedContent, PageEntry } from '../../revisions/store/entry.ts';
import type { PageTree } from '../../revisions/store/page-tree.ts';

/** A page in the graph: an entry, with the revision and tree that it belongs to. */
export interface PageNode {
  revision: Row<'Revision'>;
  tree: PageTree;
  entry: PageEntry;
  /** Whether a computed page shows its origin instead of the computed content. */
  asSource?: boolean;
}

/** A computed page that shows its origin. */
export type ComputedPageNode = PageNode & {
  asSource: true;
  entry: PageEntry & { computed: ComputedContent };
};

/** Checks whether a page shows its origin. */
export function isAsSource(page: PageNode): page is ComputedPageNode {
  return page.asSource === true && page.entry.computed !== undefined;
}

/** Returns the child pages of a page, or the top-level pages for null, in order. */
export function childPagesOf(
  { revision, tree }: Pick<PageNode, 'revision' | 'tree'>,
  parentId: string | null,
): PageNode[] {
  return tree.children(parentId).map((entry) => ({ revision, tree, entry }));
}
