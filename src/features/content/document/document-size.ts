import type { DocumentTree } from './document-tree.ts';

const known = new WeakMap<DocumentTree, number>();

/** Characters of a tree as JSON. A table can have a hundred times those of its markdown. */
export function documentSize(tree: DocumentTree): number {
  const size = known.get(tree) ?? JSON.stringify(tree).length;
  known.set(tree, size);
  return size;
}
