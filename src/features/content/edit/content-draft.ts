import { badInput, conflict, type InputPath } from '../../../errors.ts';
import { positionBetween } from '../../../lib/position.ts';
import { contentLimits } from '../content-limits.ts';
import { slugAmong } from '../docs-folder/page-slug.ts';
import type { IdKind } from '../../../lib/id.ts';
import type { FileEntry, PageEntry, ReusableContentEntry, Variables } from '../store/entry.ts';
import { inOrder } from '../store/page-tree.ts';
import { DraftEntries, notInContent } from './draft-entries.ts';
import { DraftNames } from './draft-names.ts';

const { pageCountMax, fileCountMax, reusableContentCountMax, depthMax } = contentLimits;

/** All that content holds. */
export interface DraftContent {
  pages: Iterable<PageEntry>;
  files: Iterable<FileEntry>;
  reusableContents: Iterable<ReusableContentEntry>;
  variables: Variables;
}

/** Content that is being edited: each change sees what those before it did. */
export class ContentDraft {
  readonly pages = new Map<string, PageEntry>();
  readonly files: DraftEntries<FileEntry>;
  readonly reusableContents: DraftEntries<ReusableContentEntry>;
  variables: Variables;
  readonly #idsByParent = new Map<string | null, Set<string>>();
  readonly #names = new DraftNames();

  constructor({ pages, files, reusableContents, variables }: DraftContent) {
    const names = this.#names;
    for (const page of pages) this.#set(page);
    this.files = new DraftEntries(files, { noun: 'file', countMax: fileCountMax, names });
    this.reusableContents = new DraftEntries(reusableContents, {
      noun: 'reusable content',
      countMax: reusableContentCountMax,
      names,
    });
    this.variables = variables;
  }

  /** An id for something new, which later changes may also call by its name. */
  newId(kind: IdKind, ref: string | undefined, path: InputPath): string {
    const parts = [this.pages, this.files.byId, this.reusableContents.byId];
    const isTaken = (id: string) => parts.some((part) => part.has(id));
    return this.#names.newId(kind, ref, { path, isTaken });
  }

  /** Ids of what was inserted under a name, by that name. */
  get refs(): Record<string, string> {
    return this.#names.all;
  }

  /** The id that is meant by an id or by the name that an earlier change gave. */
  idOf(idOrRef: string): string {
    return this.#names.idOf(idOrRef);
  }

  page(idOrRef: string, path: InputPath): PageEntry {
    const page = this.pages.get(this.idOf(idOrRef));
    if (!page) throw notInContent('page', idOrRef, path);
    return page;
  }

  /** The pages below one, or at the top, in order. */
  children(parent: string | null): PageEntry[] {
    const ids = [...(this.#idsByParent.get(parent) ?? [])];
    return ids.flatMap((id) => this.pages.get(id) ?? []).toSorted(inOrder);
  }

  /**
   * Puts a page in its place, with a slug of its own among its siblings.
   *
   * @param into id or name of the page that it goes below; null for the top
   * @param at index among the pages there; undefined for the end
   */
  place(page: PageEntry, into: string | null, at: number | undefined, path: InputPath): void {
    const parent = into === null ? null : this.page(into, [...path, 'into']);
    this.#checkParent(page, parent, [...path, 'into']);
    const family = this.children(parent?.id ?? null);
    const siblings = family.filter(({ id }) => id !== page.id);
    const index = Math.min(at ?? siblings.length, siblings.length);
    // Where it is already, it keeps its position: that is no move.
    if (family[index]?.id === page.id) return;
    const position = positionBetween(
      siblings[index - 1]?.position ?? null,
      siblings[index]?.position ?? null,
    );
    const slug = slugAmong(
      page.slug,
      siblings.filter(({ type }) => type !== 'link').map((sibling) => sibling.slug),
    );
    this.put({
      ...page,
      parent: parent?.id ?? null,
      position,
      slug: page.type === 'link' ? '' : slug,
    });
  }

  /** Writes a page; it must be in its place already. */
  put(page: PageEntry): void {
    if (!this.pages.has(page.id) && this.pages.size >= pageCountMax) {
      throw conflict(`The content has ${pageCountMax} pages, which is the limit.`);
    }
    this.#set(page);
  }

  /** Takes a page out, with all below it. */
  remove(id: string): void {
    for (const child of this.children(id)) this.remove(child.id);
    const page = this.pages.get(id);
    if (page) this.#idsByParent.get(page.parent)?.delete(id);
    this.pages.delete(id);
  }

  #set(page: PageEntry): void {
    const known = this.pages.get(page.id);
    if (known) this.#idsByParent.get(known.parent)?.delete(page.id);
    const siblings = this.#idsByParent.get(page.parent) ?? new Set();
    this.#idsByParent.set(page.parent, siblings.add(page.id));
    this.pages.set(page.id, page);
  }

  #checkParent(page: PageEntry, parent: PageEntry | null, path: InputPath): void {
    if (!parent) return;
    if (page.type === 'group') throw badInput('Groups are at the top only.', path);
    if (parent.type === 'link') throw badInput('A link has no pages below it.', path);
    const above = this.#withAncestors(parent);
    if (above.some(({ id }) => id === page.id)) {
      throw badInput('A page cannot be below itself.', path);
    }
    if (above.length + this.#height(page.id) > depthMax) {
      throw badInput(`Pages are at most ${depthMax} levels deep.`, path);
    }
  }

  #withAncestors(page: PageEntry): PageEntry[] {
    const above: PageEntry[] = [];
    let at: PageEntry | undefined = page;
    while (at) {
      above.push(at);
      at = at.parent === null ? undefined : this.pages.get(at.parent);
    }
    return above;
  }

  /** Levels of a page and the pages below it. */
  #height(id: string): number {
    return 1 + Math.max(0, ...this.children(id).map((child) => this.#height(child.id)));
  }
}
