import { badField, notFound } from '../../errors.ts';
import type { PageEntry } from '../../revisions/store/entry.ts';
import type { PageTree } from '../../revisions/store/page-tree.ts';

/** Selection of the pages to print. */
export interface PdfSelection {
  /** Id of a page, which selects it and its descendants. All pages if absent. */
  page?: string | null | undefined;
  /** Omits the descendants. */
  only?: boolean | null | undefined;
}

export interface ChosenPage {
  entry: PageEntry;
  /** Number of selected ancestors. */
  depth: number;
}

/**
 * Returns the pages of a PDF in reading order: documents and groups. Hidden pages are omitted with
 * their descendants unless they are requested by id.
 *
 * @throws NOT_FOUND for an unknown page, BAD_USER_INPUT for a page without content to print
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
