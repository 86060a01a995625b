import { EntryDraft } from './entry-draft.ts';
import type { PageSource } from './entry-reader.ts';
import type { PageEntry } from './entry.ts';
import { inOrder } from './page-tree.ts';

/** Pages that are being changed. Pages are read on demand. */
export class PageDraft extends EntryDraft<PageEntry> implements PageSource {
  readonly #pages: PageSource;
  /** Ids of written pages by parent, and parents by id. */
  readonly #placed = new Map<string | null, Set<string>>();
  readonly #parents = new Map<string, string | null>();

  /** @param size number of pages in the source */
  constructor(source: PageSource, size: number) {
    super(source, size);
    this.#pages = source;
  }

  async children(parent: string | null): Promise<PageEntry[]> {
    const known = await this.#pages.children(parent);
    const kept = known.filter(({ id }) => !this.written.has(id));
    const placed = [...(this.#placed.get(parent) ?? [])].map((id) => this.written.get(id) ?? []);
    return [...kept, ...placed.flat()].toSorted(inOrder);
  }

  override async put(page: PageEntry): Promise<void> {
    await super.put(page);
    this.#takeOut(page.id);
    const placed = this.#placed.get(page.parent) ?? new Set();
    this.#placed.set(page.parent, placed.add(page.id));
    this.#parents.set(page.id, page.parent);
  }

  override async delete(id: string): Promise<void> {
    await super.delete(id);
    this.#takeOut(id);
  }

  /** Returns a page and its ancestors, from the inside out. Stops at a cycle. */
  async withAncestors(page: PageEntry): Promise<PageEntry[]> {
    const way: PageEntry[] = [];
    const known = new Set<string>();
    for (let at: PageEntry | null = page; at && !known.has(at.id);) {
      way.push(at);
      known.add(at.id);
      at = at.parent === null ? null : await this.entry(at.parent);
    }
    return way;
  }

  /** Returns the descendants of a page, level by level, starting with its children. */
  async levelsBelow(id: string): Promise<PageEntry[][]> {
    const levels: PageEntry[][] = [];
    for (let level = await this.children(id); level.length > 0;) {
      levels.push(level);
      level = (await Promise.all(level.map((page) => this.children(page.id)))).flat();
    }
    return levels;
  }

  #takeOut(id: string): void {
    const parent = this.#parents.get(id);
    if (parent !== undefined) this.#placed.get(parent)?.delete(id);
  }
}
