import type { Row } from '../../builder.ts';

/** Most pages, files and reusable contents that the contexts of one list have together. */
export const CONTEXT_ENTRIES_MAX = 5000;

/** Whether a reference of a list shows the revision that it is in, which holds all its pages. */
export interface InList {
  showsContext: boolean;
}

/**
 * Returns whether a list shows the contexts of its references: all or none, whatever the size of
 * the page, so that an item is always the same.
 *
 * @param revisions those of all references of the whole list
 */
export function canShowContexts(revisions: Iterable<Row<'Revision'>>): boolean {
  let total = 0;
  for (const { pageCount, fileCount, reusableContentCount } of revisions) {
    total += pageCount + fileCount + reusableContentCount;
    if (total > CONTEXT_ENTRIES_MAX) return false;
  }
  return true;
}
