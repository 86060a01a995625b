import type { Row } from '../../builder.ts';
import type { PageEntry, ReusableContentEntry } from '../../revisions/store/entry.ts';

/**
 * The text of a page or reusable content, with the revision that its addresses and expressions
 * refer to.
 */
export interface ContentText {
  revision: Row<'Revision'>;
  entry: PageEntry | ReusableContentEntry;
}
