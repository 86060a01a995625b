import type { FileEntry, PageEntry, ReusableContentEntry } from '../store/entry.ts';

/** A value that two contents have differently; left out on a side that has none. */
export interface ChangedAttribute {
  /**
   * What it is called, with a member of `layout` or `variables` after a dot. `document` is the text
   * of a page or a reusable content, `content` are the bytes of a file: both are named, not shown.
   */
  name: string;
  before?: unknown;
  after?: unknown;
}

interface Change<Type extends string> {
  type: Type;
  /** Orders the changes between two contents; unique among them. */
  key: string;
  attributes: readonly ChangedAttribute[];
}

/** A change of something with an id: on both sides, or on one where it is new or gone. */
export interface EntryChange<Type extends string, Item> extends Change<Type> {
  id: string;
  before: Item | null;
  after: Item | null;
}

export type PageChange = EntryChange<
  'page_created' | 'page_edited' | 'page_moved' | 'page_deleted',
  PageEntry
>;
export type FileChange = EntryChange<'file_created' | 'file_edited' | 'file_deleted', FileEntry>;
export type ReusableContentChange = EntryChange<
  'reusable_content_created' | 'reusable_content_edited' | 'reusable_content_deleted',
  ReusableContentEntry
>;
/** A change of values by name: of the variables of the content, or of its redirects. */
export type RecordChange = Change<'variables_edited' | 'redirects_edited'>;

/** What differs between two contents, as a reader would put it. */
export type ContentChange = PageChange | ReusableContentChange | FileChange | RecordChange;

/** Attributes that say where content was imported from, which no reader would call a change. */
export const originAttributes: ReadonlySet<string> = new Set(['git', 'importPath']);
