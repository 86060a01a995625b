/** A value that both sides changed, and differently. */
export interface Conflict {
  /** What has the value. */
  subject: 'page' | 'file' | 'reusable-content' | 'variable';
  /** Id of the page, file or reusable content, or the name of the variable. */
  id: string;
  /**
   * Which value it is: the name of an attribute, with a member of `layout` or `variables` after a
   * dot; `place` for the parent and the order among its pages, `body` for the text of a page or a
   * reusable content, `content` for the bytes of a file, `existence` where one side deleted what
   * the other changed.
   */
  attribute: string;
  /** The value that both sides came from, and what they made of it; null for none. */
  base: unknown;
  ours: unknown;
  theirs: unknown;
  /** The side whose value the merged content has. */
  stands: 'ours' | 'theirs';
}
