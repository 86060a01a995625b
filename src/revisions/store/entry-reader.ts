import { digitOf, NO_CHILD, type Entry } from './chunk.ts';
import type { ContentReader } from './content-reader.ts';
import type { PageEntry } from './entry.ts';
import { inOrder } from './page-tree.ts';

/** A source of entries by id. */
export interface EntrySource<Item extends Entry> {
  entry(id: string): Promise<Item | null>;
}

/** A source of pages, by id and by parent. */
export interface PageSource extends EntrySource<PageEntry> {
  /** Returns the children of a page, or the top-level pages (null), in order. */
  children(parent: string | null): Promise<readonly PageEntry[]>;
}

/** Reads entries below a root chunk, and only the chunks on the paths to them. */
export class EntryReader<Item extends Entry> implements EntrySource<Item> {
  protected readonly reader: ContentReader;
  protected readonly rootHash: string;

  constructor(reader: ContentReader, rootHash: string) {
    this.reader = reader;
    this.rootHash = rootHash;
  }

  async entry(id: string): Promise<Item | null> {
    let hash = this.rootHash;
    for (let depth = 0; hash !== NO_CHILD; depth += 1) {
      const chunk = await this.reader.chunk<Item>(hash);
      if (chunk.kind === 'leaf') return chunk.entries.find((entry) => entry.id === id) ?? null;
      hash = chunk.children[digitOf(id, depth)] ?? NO_CHILD;
    }
    return null;
  }
}

/** Reads pages below a root chunk on demand. */
export class PageReader extends EntryReader<PageEntry> implements PageSource {
  async children(parent: string | null): Promise<readonly PageEntry[]> {
    const pages = await this.reader.children({ pagesHash: this.rootHash, parent });
    return pages.toSorted(inOrder);
  }
}
