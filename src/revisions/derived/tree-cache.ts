import { LRUCache } from 'lru-cache';
import { documentSize } from '../../document/document-size.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import type { Body } from '../store/entry.ts';

/** Maximum size of the cached trees, in characters of JSON. */
const KEPT_CHARACTERS_MAX = 50_000_000;

const trees = new LRUCache<string, { tree: DocumentTree }>({
  maxSize: KEPT_CHARACTERS_MAX,
  sizeCalculation: ({ tree }) => documentSize(tree),
});

/** Returns the cached tree of a text; undefined if there is none. It must not be changed. */
export function cachedTree(text: Body): DocumentTree | undefined {
  return trees.get(keyOf(text))?.tree;
}

/** Caches the tree of a text. Evicts the least recently used trees. */
export function cacheTree(text: Body, tree: DocumentTree): void {
  trees.set(keyOf(text), { tree });
}

/** Equal sources share one tree, since a tree does not depend on its location. */
function keyOf({ source, sourceStart = 0 }: Body): string {
  return `${source} ${sourceStart}`;
}
