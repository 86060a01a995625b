import type { Reader } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { loadEntryLists, loadPageTrees } from './content-store.ts';
import type { FileEntry, ReusableContentEntry } from './entry.ts';
import type { PageTree } from './page-tree.ts';

/** The entries of a revision, without its variables and redirects. */
export interface RevisionEntries {
  pages: PageTree;
  files: readonly FileEntry[];
  reusableContents: readonly ReusableContentEntry[];
}

/** Loads all entries of a revision, for comparing or copying all of it. */
export async function loadRevisionEntries(
  db: Reader,
  revision: Pick<Revision, 'pagesHash' | 'filesHash' | 'reusableContentsHash'>,
): Promise<RevisionEntries> {
  const { pagesHash, filesHash, reusableContentsHash } = revision;
  const [pages] = await loadPageTrees(db, [pagesHash]);
  const [files = []] = await loadEntryLists<FileEntry>(db, [filesHash]);
  const [reusableContents = []] = await loadEntryLists<ReusableContentEntry>(db, [
    reusableContentsHash,
  ]);
  if (!pages) throw new Error(`The pages ${pagesHash} are missing.`);
  return { pages, files, reusableContents };
}
