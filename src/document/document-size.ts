import type { DocumentTree } from './document-tree.ts';

const known = new WeakMap<DocumentTree, number>();

/**
 * Returns the size of a tree in characters of JSON. A table can be a hundred times larger than its
 * markdown.
 */
export function documentSize(tree: DocumentTree): number {
  const size = known.get(tree) ?? JSON.stringify(tree).length;
  known.set(tree, size);
  return size;
}
