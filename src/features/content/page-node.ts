import type { Row } from '../../builder.ts';
import type { PageEntry } from './store/entry.ts';
import type { PageTree } from './store/page-tree.ts';

/** A page as the graph passes it on: an entry, and the revision that gives it its place. */
export interface PageNode {
  revision: Row<'Revision'>;
  tree: PageTree;
  entry: PageEntry;
}

/** The pages below one, or at the top of the revision (null), in order. */
export function childrenOf(
  { revision, tree }: Pick<PageNode, 'revision' | 'tree'>,
  parentId: string | null,
): PageNode[] {
  return tree.children(parentId).map((entry) => ({ revision, tree, entry }));
}
