import type { Entry } from '../store/chunk.ts';
import type { ContentStore } from '../store/content-reader.ts';
import { PageReader } from '../store/entry-reader.ts';
import type {
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../store/entry.ts';
import { compareContent } from '../store/update-content.ts';
import type { StoredContent } from '../store/write-revision.ts';
import { mergeBodies } from './merge-bodies.ts';
import { mergeContent, type MergedContent } from './merge-content.ts';
import { mapSides, type Sides } from './merge-value.ts';

/**
 * Merges two revisions with a common base. Reads only the differences, and pages around them whose
 * positions matter. Stores new texts; the caller must write the merged revision.
 */
export async function mergeRevisions(
  store: ContentStore,
  revisions: Sides<StoredContent>,
): Promise<MergedContent> {
  const { base, ours, theirs } = revisions;
  const changed = async <Item extends Entry>(rootOf: (revision: StoredContent) => string) => {
    const [ofOurs, ofTheirs] = await Promise.all([
      compareContent<Item>(store, rootOf(base), rootOf(ours)),
      compareContent<Item>(store, rootOf(base), rootOf(theirs)),
    ]);
    return { ours: ofOurs, theirs: ofTheirs };
  };
  const [pages, files, reusableContents] = await Promise.all([
    changed<PageEntry>(({ pagesHash }) => pagesHash),
    changed<FileEntry>(({ filesHash }) => filesHash),
    changed<ReusableContentEntry>(({ reusableContentsHash }) => reusableContentsHash),
  ]);
  const { pageCount, fileCount, reusableContentCount } = theirs;
  return mergeContent(
    {
      ...{ pages, files, reusableContents },
      trees: {
        ours: new PageReader(store, ours.pagesHash),
        theirs: new PageReader(store, theirs.pagesHash),
      },
      counts: { pages: pageCount, files: fileCount, reusableContents: reusableContentCount },
      variables: mapSides(revisions, ({ variables }) => variables as Variables),
      redirects: mapSides(revisions, ({ redirects }) => redirects as Redirects),
    },
    (bodies) => mergeBodies(store, bodies),
  );
}
