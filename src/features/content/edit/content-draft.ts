import { badField, conflict, type InputPath } from '../../../errors.ts';
import { positionBetween } from '../../../lib/position.ts';
import { contentLimits } from '../content-limits.ts';
import { slugAmong } from '../docs-folder/page-slug.ts';
import type { IdKind } from '../../../lib/id.ts';
import type { DraftParts } from '../store/draft-parts.ts';
import type { FileEntry, PageEntry, ReusableContentEntry, Variables } from '../store/entry.ts';
import type { PageDraft } from '../store/page-draft.ts';
import { DraftEntries, notInContent } from './draft-entries.ts';
import { DraftNames } from './draft-names.ts';

const { pageCountMax, fileCountMax, reusableContentCountMax, depthMax } = contentLimits;

/** Content that is being edited: each change sees what those before it did. */
export class ContentDraft {
  readonly pages: PageDraft;
  readonly files: DraftEntries<FileEntry>;
  readonly reusableContents: DraftEntries<ReusableContentEntry>;
  variables: Variables;
  readonly #names = new DraftNames();

  constructor({ pages, files, reusableContents }: DraftParts, variables: Variables) {
    const names = this.#names;
    this.pages = pages;
    this.files = new DraftEntries(files, { noun: 'file', countMax: fileCountMax, names });
    this.reusableContents = new DraftEntries(reusableContents, {
      noun: 'reusable content',
      countMax: reusableContentCountMax,
      names,
    });
    this.variables = variables;
  }

  /** An id for something new, which later changes may also call by its name. */
  newId(kind: IdKind, ref: string | undefined, path: InputPath): Promise<string> {
    const parts = [this.pages, this.files, this.reusableContents];
    const isTaken = async (id: string) => {
      const found = await Promise.all(parts.map((part) => part.entry(id)));
      return found.some((entry) => entry !== null);
    };
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

  async page(idOrRef: string, path: InputPath): Promise<PageEntry> {
    const page = await this.pages.entry(this.idOf(idOrRef));
    if (!page) throw notInContent('page', idOrRef, path);
    return page;
  }

  /**
   * Puts a page in its place, with a slug of its own among its siblings.
   *
   * @param into id or name of the page that it goes below; null for the top
   * @param at index among the pages there; undefined for the end
   */
  async place(
    page: PageEntry,
    into: string | null,
    at: number | undefined,
    path: InputPath,
  ): Promise<void> {
    const parent = into === null ? null : await this.page(into, [...path, 'into']);
    await this.#checkParent(page, parent, [...path, 'into']);
    const family = await this.pages.children(parent?.id ?? null);
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
    await this.put({
      ...page,
      parent: parent?.id ?? null,
      position,
      slug: page.type === 'link' ? '' : slug,
    });
  }

  /** Writes a page; it must be in its place already. */
  async put(page: PageEntry): Promise<void> {
    if (this.pages.size >= pageCountMax && !(await this.pages.entry(page.id))) {
      throw conflict(`The content has ${pageCountMax} pages, which is the limit.`);
    }
    await this.pages.put(page);
  }

  /** @throws CONFLICT when so many pages more are over the limit */
  requireRoom(count: number): void {
    if (this.pages.size + count <= pageCountMax) return;
    throw conflict(`The content would have more than ${pageCountMax} pages, which is the limit.`);
  }

  /** Takes a page out, with all below it. */
  async remove(id: string): Promise<void> {
    const below = await this.pages.levelsBelow(id);
    for (const page of below.flat()) await this.pages.delete(page.id);
    await this.pages.delete(id);
  }

  async #checkParent(page: PageEntry, parent: PageEntry | null, path: InputPath): Promise<void> {
    if (!parent) return;
    if (page.type === 'group')
      throw badField(path, 'must be null for a group: groups are at the top only');
    if (parent.computed) throw badField(path, 'is computed, and so are the pages below it');
    if (parent.type === 'link') throw badField(path, 'is a link, which has no pages below it');
    const above = await this.pages.withAncestors(parent);
    if (above.some(({ id }) => id === page.id)) {
      throw badField(path, 'is the page itself, or below it');
    }
    const { length: levelsBelow } = await this.pages.levelsBelow(page.id);
    if (above.length + 1 + levelsBelow > depthMax) {
      throw badField(path, `is too far down: pages are at most ${depthMax} levels deep`);
    }
  }
}
