import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { addToResponse, requireResponseRoom, type ResponseContext } from './response-size.ts';
import { readDocument } from '../../revisions/derived/convert-document.ts';
import { documentSize } from '../../document/document-size.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { cacheTree, cachedTree } from '../../revisions/derived/tree-cache.ts';
import { loadBlobs, loadEntryLists, loadPageTrees } from '../../revisions/store/content-store.ts';
import type {
  Body,
  FileEntry,
  PageEntry,
  ReusableContentEntry,
} from '../../revisions/store/entry.ts';
import { loadPagePaths } from '../../revisions/store/load-page-paths.ts';
import type { PageTree } from '../../revisions/store/page-tree.ts';

type ContentContext = Pick<Context, 'db' | 'loaders'>;

/** Returns the pages of a revision. One statement for all revisions of a level. */
export function pageTreeOf(
  { db, loaders }: ContentContext,
  { pagesHash }: Pick<Row<'Revision'>, 'pagesHash'>,
): Promise<PageTree> {
  return loaders.batch('page trees', pagesHash, (hashes) => loadPageTrees(db, hashes));
}

/**
 * Returns the path of a page in a revision; null for a link, which has none. One statement for all
 * pages of a level, which does not read the rest of the content.
 */
export function pagePathOf(
  { db, loaders }: ContentContext,
  { pagesHash }: Pick<Row<'Revision'>, 'pagesHash'>,
  { id, type }: Pick<PageEntry, 'id' | 'type'>,
): Promise<string | null> {
  if (type === 'link') return Promise.resolve(null);
  return loaders.batch('page paths', `${pagesHash} ${id}`, (keys) =>
    loadPagePaths(
      db,
      keys.map((key) => {
        const [hash = '', pageId = ''] = key.split(' ');
        return { pagesHash: hash, pageId };
      }),
    ),
  );
}

/** Returns the files of a revision, sorted by id. One statement for all revisions of a level. */
export function filesOf(
  { db, loaders }: ContentContext,
  { filesHash }: Pick<Row<'Revision'>, 'filesHash'>,
): Promise<readonly FileEntry[]> {
  return loaders.batch('file lists', filesHash, (hashes) => loadEntryLists<FileEntry>(db, hashes));
}

/**
 * Returns the reusable contents of a revision, sorted by id. One statement for all revisions of a
 * level.
 */
export function reusableContentsOf(
  { db, loaders }: ContentContext,
  { reusableContentsHash }: Pick<Row<'Revision'>, 'reusableContentsHash'>,
): Promise<readonly ReusableContentEntry[]> {
  return loaders.batch('reusable contents', reusableContentsHash, (hashes) =>
    loadEntryLists<ReusableContentEntry>(db, hashes),
  );
}

/**
 * Returns the markdown of a page or reusable content, without front matter; null for a page without
 * text. One statement for all texts of a level.
 *
 * @throws QUERY_TOO_COMPLEX when the sources of a level exceed BLOBS_SIZE_MAX together
 */
export async function markdownOf(
  { db, loaders }: ContentContext,
  { source, sourceStart = 0 }: Body,
): Promise<string | null> {
  if (source === undefined) return null;
  const bytes = await loaders.batch('blobs', source, (hashes) => loadBlobs(db, hashes));
  return bytes.toString('utf8', sourceStart);
}

/**
 * Returns a text as a tree, and counts it towards the response. It does not depend on a revision:
 * addresses are as written. Equal sources share one tree, so it must not be changed.
 *
 * @throws QUERY_TOO_COMPLEX as `markdownOf` does, and when the response is full
 */
export async function documentOf(
  context: ContentContext & ResponseContext,
  entry: Body,
): Promise<DocumentTree | null> {
  const tree = await treeOf(context, entry);
  if (tree) addToResponse(context, documentSize(tree));
  return tree;
}

/** Like `documentOf`, without counting it: for callers that count their own result. */
export async function treeOf(
  context: ContentContext & ResponseContext,
  entry: Body,
): Promise<DocumentTree | null> {
  const kept = cachedTree(entry);
  if (kept) return kept;
  const markdown = await markdownOf(context, entry);
  if (markdown === null) return null;
  const tree = await readDocument(markdown, () => {
    requireResponseRoom(context);
    return cachedTree(entry);
  });
  cacheTree(entry, tree);
  return tree;
}

/**
 * Returns the text of a comment or the like as a tree, and counts it towards the response.
 *
 * @throws QUERY_TOO_COMPLEX when the response is full
 */
export async function documentFrom(
  context: ResponseContext,
  markdown: string,
): Promise<DocumentTree> {
  const tree = await readDocument(markdown, () => {
    requireResponseRoom(context);
    return undefined;
  });
  addToResponse(context, documentSize(tree));
  return tree;
}
