import type { Row } from '../../builder.ts';
import type { PageEntry, ReusableContentEntry } from './store/entry.ts';

/**
 * The text of a page or of a reusable content, with the revision that says what its addresses and
 * its expressions mean.
 */
export interface ContentText {
  revision: Row<'Revision'>;
  entry: PageEntry | ReusableContentEntry;
}
