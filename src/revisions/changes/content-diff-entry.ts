import type { FileEntry, PageEntry, ReusableContentEntry } from '../store/entry.ts';

/** A value that differs between two contents; absent on a side without it. */
export interface ChangedAttribute {
  /**
   * Name of the attribute. A member of `layout` or `variables` follows a dot. The values of
   * `document` (the text of a page or reusable content) and `content` (the bytes of a file) are
   * hashes.
   */
  name: string;
  before?: unknown;
  after?: unknown;
}

interface Change<Type extends string> {
  type: Type;
  /** Sort key, unique among the changes between two contents. */
  key: string;
  attributes: readonly ChangedAttribute[];
}

/** A change of an entry; null on a side where it does not exist. */
export interface EntryDiff<Type extends string, Item> extends Change<Type> {
  id: string;
  before: Item | null;
  after: Item | null;
}

export type PageDiffEntry = EntryDiff<
  'page_created' | 'page_edited' | 'page_moved' | 'page_deleted',
  PageEntry
>;
export type FileDiffEntry = EntryDiff<'file_created' | 'file_edited' | 'file_deleted', FileEntry>;
export type ReusableContentDiffEntry = EntryDiff<
  'reusable_content_created' | 'reusable_content_edited' | 'reusable_content_deleted',
  ReusableContentEntry
>;
/** A change of the variables or redirects of a content. */
export type RecordDiffEntry = Change<'variables_edited' | 'redirects_edited'>;

/** A difference between two contents. */
export type ContentDiffEntry =
  | PageDiffEntry
  | ReusableContentDiffEntry
  | FileDiffEntry
  | RecordDiffEntry;

/** Attributes with the origin of imported content, which `metadata: false` omits. */
export const originAttributes: ReadonlySet<string> = new Set(['git', 'importPath']);
