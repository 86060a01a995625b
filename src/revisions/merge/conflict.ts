/** A value that both sides changed differently. */
export interface Conflict {
  /** Kind of the entry that has the value. */
  subject: 'page' | 'file' | 'reusable-content' | 'variable';
  /** Id of the page, file or reusable content, or name of the variable. */
  id: string;
  /**
   * Name of the attribute. A member of `layout` or `variables` follows a dot. `place` is the parent
   * and position of a page, `body` the text of a page or reusable content, `content` the bytes of a
   * file. `existence` means that one side deleted what the other changed.
   */
  attribute: string;
  /** The value in the base and on both sides; null for none. */
  base: unknown;
  ours: unknown;
  theirs: unknown;
  /** The side whose value is in the merged content. */
  stands: 'ours' | 'theirs';
}
