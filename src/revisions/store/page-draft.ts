import { EntryDraft } from './entry-draft.ts';
import type { PageSource } from './entry-reader.ts';
import type { PageEntry } from './entry.ts';
import { inOrder } from './page-tree.ts';

/** Pages that are being changed. Pages are read on demand. */
export class PageDraft extends EntryDraft<PageEntry> implements PageSource {
  readonly #pages: PageSource;
  /** Current child pages, in order, of the parents that were read. */
  readonly #families = new Map<string | null, PageEntry[]>();
  /** Number of pages with each slug, of the families whose slugs were asked for. */
  readonly #slugs = new Map<string | null, Map<string, number>>();

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
    return [...(await this.family(parent))];
  }

  /**
   * Returns the child pages of a page, or the top-level pages (null), in order. Further changes of
   * the draft change the array: large families would be copied for each page.
   */
  async family(parent: string | null): Promise<readonly PageEntry[]> {
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
    if (before) this.#replace(before);
    this.#replace(page, page);
  }

  override async delete(id: string): Promise<void> {
    const before = await this.entry(id);
    await super.delete(id);
    if (before) this.#replace(before);
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

  /** Returns true if a page below a parent, other than the one with the id, has the slug. */
  async isTaken(slug: string, parent: string | null, id: string): Promise<boolean> {
    const own = await this.entry(id);
    const isOwn = own?.parent === parent && own.type !== 'link' && own.slug === slug;
    return ((await this.#slugsBelow(parent)).get(slug) ?? 0) > (isOwn ? 1 : 0);
  }

  /** Returns the slug of a page, with a number if another page below the parent has it. */
  async freeSlug({ id, slug }: PageEntry, parent: string | null): Promise<string> {
    let free = slug;
    for (let number = 1; await this.isTaken(free, parent, id); number += 1) {
      free = `${slug}-${number}`;
    }
    return free;
  }

  async #slugsBelow(parent: string | null): Promise<ReadonlyMap<string, number>> {
    const known = this.#slugs.get(parent);
    if (known) return known;
    const slugs = new Map<string, number>();
    for (const page of await this.family(parent)) addSlug(slugs, page, 1);
    this.#slugs.set(parent, slugs);
    return slugs;
  }

  /** Puts a page in the place of another among its siblings, or takes it out. */
  #replace(before: PageEntry, ...pages: PageEntry[]): void {
    const family = this.#families.get(before.parent);
    if (!family) return;
    const index = indexIn(family, before);
    const removed = family.splice(index, family[index]?.id === before.id ? 1 : 0, ...pages);
    const slugs = this.#slugs.get(before.parent);
    if (!slugs) return;
    for (const page of removed) addSlug(slugs, page, -1);
    for (const page of pages) addSlug(slugs, page, 1);
  }
}

/** Counts the slug of a page once more, or once less. Links have none. */
function addSlug(slugs: Map<string, number>, { type, slug }: PageEntry, count: 1 | -1): void {
  if (type !== 'link') slugs.set(slug, (slugs.get(slug) ?? 0) + count);
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
