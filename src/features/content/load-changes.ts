import { LRUCache } from 'lru-cache';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { Chunk, Entry } from '../../revisions/store/chunk.ts';
import { emptyRoot, loadChunks } from '../../revisions/store/content-store.ts';
import type {
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../../revisions/store/entry.ts';
import { trieDifferences, type Differences } from '../../revisions/store/trie-differences.ts';
import type { ContentDiffEntry } from '../../revisions/changes/content-diff-entry.ts';
import { contentDiff } from '../../revisions/changes/content-changes.ts';

/** Maximum number of changes in memory. Revisions are immutable, so they never go stale. */
const CACHED_CHANGES_MAX = 100_000;

const lists = new LRUCache<string, { changes: readonly ContentDiffEntry[] }>({
  maxSize: CACHED_CHANGES_MAX,
  sizeCalculation: ({ changes }) => changes.length + 1,
});

/**
 * Returns the sorted changes from one revision to another; from null, the whole content. Reads only
 * the differences, and no texts. The number of statements is the same for any number of comparisons
 * of a level.
 */
export async function changesBetween(
  context: Pick<Context, 'db' | 'loaders'>,
  from: Row<'Revision'> | null,
  to: Row<'Revision'>,
): Promise<readonly ContentDiffEntry[]> {
  const key = `${from?.id ?? ''} ${to.id}`;
  const cached = lists.get(key);
  if (cached) return cached.changes;
  const [pages, reusableContents, files] = await Promise.all([
    differencesOf<PageEntry>(context, from?.pagesHash, to.pagesHash),
    differencesOf<ReusableContentEntry>(
      context,
      from?.reusableContentsHash,
      to.reusableContentsHash,
    ),
    differencesOf<FileEntry>(context, from?.filesHash, to.filesHash),
  ]);
  const changes = await contentDiff({
    pages,
    reusableContents,
    files,
    variables: {
      before: (from?.variables ?? null) as Variables | null,
      after: to.variables as Variables,
    },
    redirects: {
      before: (from?.redirects ?? null) as Redirects | null,
      after: to.redirects as Redirects,
    },
  });
  lists.set(key, { changes });
  return changes;
}

function differencesOf<Item extends Entry>(
  { db, loaders }: Pick<Context, 'db' | 'loaders'>,
  before: string | undefined,
  after: string,
): Promise<Differences<Item>> {
  return trieDifferences<Item>(before ?? emptyRoot, after, (hash) =>
    loaders.batch<Chunk<Item>>('content chunks', hash, (hashes) => loadChunks<Item>(db, hashes)),
  );
}
