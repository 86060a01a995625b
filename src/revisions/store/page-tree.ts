import type { PageEntry } from './entry.ts';

/**
 * The pages of a revision as a tree, with sorted children and paths of slugs. Immutable, so it may
 * be shared.
 */
export class PageTree {
  readonly #byId: ReadonlyMap<string, PageEntry>;
  readonly #children = new Map<string | null, PageEntry[]>();
  readonly #paths = new Map<string, string>();
  readonly #byPath = new Map<string, PageEntry>();

  constructor(entries: readonly PageEntry[]) {
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      const siblings = this.#children.get(entry.parent);
      if (siblings) siblings.push(entry);
      else this.#children.set(entry.parent, [entry]);
    }
    for (const siblings of this.#children.values()) siblings.sort(inOrder);
    this.#addPaths(null, '');
  }

  /** Number of pages at all levels. */
  get size(): number {
    return this.#byId.size;
  }

  page(id: string): PageEntry | undefined {
    return this.#byId.get(id);
  }

  /** Returns the children of a page, or the top-level pages (null), in order. */
  children(parentId: string | null): readonly PageEntry[] {
    return this.#children.get(parentId) ?? [];
  }

  /** Returns the slugs of the ancestors and the page, joined by `/`. */
  path(id: string): string {
    return this.#paths.get(id) ?? '';
  }

  /** Returns the document or group at a path; for the empty path, the first document. */
  atPath(path: string): PageEntry | undefined {
    const wanted = path.replace(/^\/+|\/+$/g, '');
    return wanted === '' ? this.#firstDocument(null) : this.#byPath.get(wanted);
  }

  /** Yields all pages in reading order, with their depth from 0. */
  *walk(parentId: string | null = null, depth = 0): Iterable<{ page: PageEntry; depth: number }> {
    for (const page of this.children(parentId)) {
      yield { page, depth };
      yield* this.walk(page.id, depth + 1);
    }
  }

  #addPaths(parentId: string | null, prefix: string): void {
    for (const page of this.children(parentId)) {
      const path = prefix === '' ? page.slug : `${prefix}/${page.slug}`;
      this.#paths.set(page.id, path);
      if (page.type !== 'link') this.#byPath.set(path, page);
      this.#addPaths(page.id, path);
    }
  }

  #firstDocument(parentId: string | null): PageEntry | undefined {
    for (const page of this.children(parentId)) {
      if (page.type === 'document') return page;
      const below = this.#firstDocument(page.id);
      if (below) return below;
    }
    return undefined;
  }
}

/** Compares siblings by position, and by id if two writers chose the same position. */
export function inOrder(a: PageEntry, b: PageEntry): number {
  const [left, right] = a.position === b.position ? [a.id, b.id] : [a.position, b.position];
  return left < right ? -1 : 1;
}
