import { EntryDraft } from './entry-draft.ts';
import type { PageSource } from './entry-reader.ts';
import type { PageEntry } from './entry.ts';
import { inOrder } from './page-tree.ts';

/** Pages that are being changed. Pages are read on demand. */
export class PageDraft extends EntryDraft<PageEntry> implements PageSource {
  readonly #pages: PageSource;
  /** Current child pages, in order, of the parents that were read. */
  readonly #families = new Map<string | null, readonly PageEntry[]>();

  /** @param size number of pages in the source */
  constructor(source: PageSource, size: number) {
    super(source, size);
    this.#pages = source;
  }

  /** Current child pages of the parents that were read, by parent id; null for the top level. */
  get families(): ReadonlyMap<string | null, readonly PageEntry[]> {
    return this.#families;
  }

  async children(parent: string | null): Promise<readonly PageEntry[]> {
    const known = this.#families.get(parent);
    if (known) return known;
    const isNew = parent !== null && this.isUnknown(parent);
    const stored = isNew ? [] : await this.#pages.children(parent);
    const kept = stored.filter(({ id }) => !this.written.has(id));
    const placed = [...this.written.values()].filter((page) => page?.parent === parent);
    const family = [...kept, ...placed.flatMap((page) => page ?? [])].toSorted(inOrder);
    this.#families.set(parent, family);
    return family;
  }

  override async put(page: PageEntry): Promise<void> {
    const before = await this.entry(page.id);
    await super.put(page);
    if (before) this.#takeOut(before);
    const family = this.#families.get(page.parent);
    if (family) this.#families.set(page.parent, family.toSpliced(indexIn(family, page), 0, page));
  }

  override async delete(id: string): Promise<void> {
    const before = await this.entry(id);
    await super.delete(id);
    if (before) this.#takeOut(before);
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
  async levelsBelow(id: string): Promise<(readonly PageEntry[])[]> {
    const levels: (readonly PageEntry[])[] = [];
    for (let level = await this.children(id); level.length > 0;) {
      levels.push(level);
      level = (await Promise.all(level.map((page) => this.children(page.id)))).flat();
    }
    return levels;
  }

  #takeOut({ id, parent }: PageEntry): void {
    const family = this.#families.get(parent);
    if (!family) return;
    this.#families.set(
      parent,
      family.filter((page) => page.id !== id),
    );
  }
}

/** Returns the index of a page among its sorted siblings. */
function indexIn(family: readonly PageEntry[], page: PageEntry): number {
  let [low, high] = [0, family.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const sibling = family[middle];
    if (sibling && inOrder(sibling, page) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
