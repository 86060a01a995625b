import type { PageSource } from '../../../src/revisions/store/entry-reader.ts';
import type { PageEntry } from '../../../src/revisions/store/entry.ts';
import { PageTree } from '../../../src/revisions/store/page-tree.ts';

/** Pages that are at hand. */
export function pageSourceOf(pages: ReadonlyMap<string, PageEntry>): PageSource {
  const tree = new PageTree([...pages.values()]);
  return {
    entry: (id) => Promise.resolve(pages.get(id) ?? null),
    children: (parent) => Promise.resolve(tree.children(parent)),
  };
}
