import type { Revision } from '../../../database/generated/prisma/client.ts';
import type { Entry } from '../store/chunk.ts';
import { compareContent, loadPageTrees } from '../store/content-store.ts';
import type {
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../store/entry.ts';
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
  const changed = async <Item extends Entry>(rootOf: (revision: Revision) => string) => ({
    ours: await compareContent<Item>(reader, rootOf(base), rootOf(ours)),
    theirs: await compareContent<Item>(reader, rootOf(base), rootOf(theirs)),
  });
  const [ourTree = new PageTree([]), theirTree = new PageTree([])] = await loadPageTrees(reader, [
    ours.pagesHash,
    theirs.pagesHash,
  ]);
  return mergeContent(
    {
      pages: await changed<PageEntry>(({ pagesHash }) => pagesHash),
      files: await changed<FileEntry>(({ filesHash }) => filesHash),
      reusableContents: await changed<ReusableContentEntry>(
        ({ reusableContentsHash }) => reusableContentsHash,
      ),
      trees: { ours: ourTree, theirs: theirTree },
      counts: { files: theirs.fileCount, reusableContents: theirs.reusableContentCount },
      variables: mapSides(revisions, ({ variables }) => variables as Variables),
      redirects: mapSides(revisions, ({ redirects }) => redirects as Redirects),
    },
    (bodies) => mergeBodies(texts, bodies),
  );
}
