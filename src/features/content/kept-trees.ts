import { LRUCache } from 'lru-cache';
import { documentSize } from './document/document-size.ts';
import type { DocumentTree } from './document/document-tree.ts';
import type { Body } from './store/entry.ts';

/** How many characters of trees, as JSON, are kept in memory. */
const KEPT_CHARACTERS_MAX = 50_000_000;

const trees = new LRUCache<string, { tree: DocumentTree }>({
  maxSize: KEPT_CHARACTERS_MAX,
  sizeCalculation: ({ tree }) => documentSize(tree),
});

/** The tree of a text, if this process has made it not long ago. It must not be changed. */
export function keptTree(text: Body): DocumentTree | undefined {
  return trees.get(keyOf(text))?.tree;
}

/** Keeps the tree of a text for the next that asks; those that were not read for longest go. */
export function keepTree(text: Body, tree: DocumentTree): void {
  trees.set(keyOf(text), { tree });
}

/** Equal sources share one tree: it does not depend on where they are. */
function keyOf({ source, sourceStart = 0 }: Body): string {
  return `${source} ${sourceStart}`;
}
