import type { Revision } from '../../../database/generated/prisma/client.ts';
import { compareContent, loadPageTrees } from '../store/content-store.ts';
import type { FileEntry, PageEntry, Redirects, Variables } from '../store/entry.ts';
import { PageTree } from '../store/page-tree.ts';
import { mergeContent, type MergedContent } from './merge-content.ts';
import { mergeBodies } from './merge-bodies.ts';
import type { TextStore } from '../store/text-store.ts';
import { mapSides, type Sides } from './merge-value.ts';

/**
 * Merges two revisions that were made from one. Texts that are new are stored; the revision with
 * what this answers is the caller's to write.
 */
export async function mergeRevisions(
  texts: TextStore,
  revisions: Sides<Revision>,
): Promise<MergedContent> {
  const { reader } = texts;
  const { base, ours, theirs } = revisions;
  const [ourTree = new PageTree([]), theirTree = new PageTree([])] = await loadPageTrees(reader, [
    ours.pagesHash,
    theirs.pagesHash,
  ]);
  return mergeContent(
    {
      pages: {
        ours: await compareContent<PageEntry>(reader, base.pagesHash, ours.pagesHash),
        theirs: await compareContent<PageEntry>(reader, base.pagesHash, theirs.pagesHash),
      },
      files: {
        ours: await compareContent<FileEntry>(reader, base.filesHash, ours.filesHash),
        theirs: await compareContent<FileEntry>(reader, base.filesHash, theirs.filesHash),
      },
      trees: { ours: ourTree, theirs: theirTree },
      variables: mapSides(revisions, ({ variables }) => variables as Variables),
      redirects: mapSides(revisions, ({ redirects }) => redirects as Redirects),
    },
    (bodies) => mergeBodies(texts, bodies),
  );
}
