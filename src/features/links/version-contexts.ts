import type { Row } from '../../builder.ts';

/** Maximum number of pages, files and reusable contents in all contexts of one list. */
export const CONTEXT_ENTRIES_MAX = 5000;

/** A reference in a list, and whether it shows its revision, which contains all pages. */
export interface InList {
  showsContext: boolean;
}

/**
 * Returns whether a list shows the contexts of its references. It shows all or none, whatever the
 * page size, so that an item never changes.
 *
 * @param revisions of all references of the whole list
 */
export function canShowContexts(revisions: Iterable<Row<'Revision'>>): boolean {
  let total = 0;
  for (const { pageCount, fileCount, reusableContentCount } of revisions) {
    total += pageCount + fileCount + reusableContentCount;
    if (total > CONTEXT_ENTRIES_MAX) return false;
  }
  return true;
}
