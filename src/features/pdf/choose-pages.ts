import { badField, notFound } from '../../errors.ts';
import type { PageEntry } from '../content/store/entry.ts';
import type { PageTree } from '../content/store/page-tree.ts';

/** Which pages a PDF is of. */
export interface PdfSelection {
  /** Id of a page: it and those below it. All pages when it is absent. */
  page?: string | null | undefined;
  /** Leaves out the pages below. */
  only?: boolean | null | undefined;
}

export interface ChosenPage {
  entry: PageEntry;
  /** How many of the pages above it were chosen. */
  depth: number;
}

/**
 * The pages of a PDF in reading order: documents and groups. Hidden ones are left out, with all
 * below them, unless they are asked for by their ids.
 *
 * @throws NOT_FOUND for a page that is not there, BAD_USER_INPUT for one that has nothing to print
 */
export function choosePages(tree: PageTree, { page, only }: PdfSelection): ChosenPage[] {
  if (page === null || page === undefined) {
    if (only) throw badField(['only'], 'needs "page": give the id of the page to print');
    return pagesBelow(tree, null, 0);
  }
  const entry = tree.page(page);
  if (!entry) throw notFound('page', page);
  if (entry.type === 'link') throw badField(['page'], 'must be a document or a group, not a link');
  return [{ entry, depth: 0 }, ...(only ? [] : pagesBelow(tree, page, 1))];
}

function pagesBelow(tree: PageTree, parent: string | null, depth: number): ChosenPage[] {
  return tree
    .children(parent)
    .filter(({ type, hidden }) => type !== 'link' && !hidden)
    .flatMap((entry) => [{ entry, depth }, ...pagesBelow(tree, entry.id, depth + 1)]);
}
