import { badField, conflict, type InputPath } from '../../../errors.ts';
import { positionBetween } from '../../../lib/position.ts';
import { contentLimits } from '../../../revisions/content-limits.ts';
import type { IdKind } from '../../../lib/id.ts';
import type { DraftParts } from '../../../revisions/store/draft-parts.ts';
import type {
  FileEntry,
  PageEntry,
  ReusableContentEntry,
  Variables,
} from '../../../revisions/store/entry.ts';
import type { PageDraft } from '../../../revisions/store/page-draft.ts';
import { DraftEntries, notInContent } from './draft-entries.ts';
import { DraftNames } from './draft-names.ts';

const { pageCountMax, fileCountMax, reusableContentCountMax, depthMax } = contentLimits;

/** Content that is being edited. Each change sees the earlier ones. */
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

  /** Returns a new id, which later changes may also refer to by its ref. */
  async newId(kind: IdKind, ref: string | undefined, path: InputPath): Promise<string> {
    const parts = [this.pages, this.files, this.reusableContents];
    const isTaken = async (id: string) => {
      const found = await Promise.all(parts.map((part) => part.entry(id)));
      return found.some((entry) => entry !== null);
    };
    const id = await this.#names.newId(kind, ref, { path, isTaken });
    if (kind === 'Page') this.pages.addId(id);
    return id;
  }

  /** Ids of inserted entries, by their refs. */
  get refs(): Record<string, string> {
    return this.#names.all;
  }

  /** Returns the id for an id or a ref. */
  idOf(idOrRef: string): string {
    return this.#names.idOf(idOrRef);
  }

  async page(idOrRef: string, path: InputPath): Promise<PageEntry> {
    const page = await this.pages.entry(this.idOf(idOrRef));
    if (!page) throw notInContent('page', idOrRef, path);
    return page;
  }

  /**
   * Places a page, with a slug that is unique among its siblings.
   *
   * @param into id or ref of the parent page; null for the top level
   * @param at index among the siblings; undefined for the end
   */
  async place(
    page: PageEntry,
    into: string | null,
    at: number | undefined,
    path: InputPath,
  ): Promise<void> {
    const parent = into === null ? null : await this.page(into, [...path, 'into']);
    await this.#checkParent(page, parent, [...path, 'into']);
    const parentId = parent?.id ?? null;
    const family = await this.pages.family(parentId);
    const isMoved = (await this.pages.entry(page.id)) !== null;
    const siblings = isMoved ? family.filter(({ id }) => id !== page.id) : family;
    const index = Math.min(at ?? siblings.length, siblings.length);
    // At its current position, it is not moved.
    if (family[index]?.id === page.id) return;
    const position = positionBetween(
      siblings[index - 1]?.position ?? null,
      siblings[index]?.position ?? null,
    );
    const slug = page.type === 'link' ? '' : await this.pages.freeSlug(page, parentId);
    await this.put({ ...page, parent: parentId, position, slug });
  }

  /** Writes a page that is already placed. */
  async put(page: PageEntry): Promise<void> {
    if (this.pages.size >= pageCountMax && !(await this.pages.entry(page.id))) {
      throw conflict(`The content has ${pageCountMax} pages, which is the limit.`);
    }
    await this.pages.put(page);
  }

  /** @throws CONFLICT if that many further pages would exceed the limit */
  requireRoom(count: number): void {
    if (this.pages.size + count <= pageCountMax) return;
    throw conflict(`The content would have more than ${pageCountMax} pages, which is the limit.`);
  }

  /** Deletes a page with its descendants. */
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
