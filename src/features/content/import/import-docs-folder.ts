import type { Context } from '../../../context.ts';
import type { Database, PrismaTransaction } from '../../../database/database.ts';
import type { Prisma, Revision } from '../../../database/generated/prisma/client.ts';
import type {
  DocsFolder,
  FolderSource,
  SkippedPath,
  DocsRedirect,
} from '../../../document/docs-folder/docs-folder.ts';
import { parseFrontMatter } from '../../../document/docs-folder/parse-front-matter.ts';
import { countLeftOut, mergeSkipped } from '../../../document/docs-folder/skip-report.ts';
import type { Conflict } from '../../../revisions/merge/conflict.ts';
import { blobsOf, type Entry } from '../../../revisions/store/chunk.ts';
import { keepBlobs, loadBlobs } from '../../../revisions/store/content-store.ts';
import type { PageTree } from '../../../revisions/store/page-tree.ts';
import { loadRevisionEntries } from '../../../revisions/store/load-revision-entries.ts';
import type { ContentChanges, BranchHead } from '../../../revisions/store/write-revision.ts';
import { fileChanges } from './file-changes.ts';
import type { IncomingContent } from './incoming-content.ts';
import { pageChanges } from './page-changes.ts';
import { writeOntoHead } from './onto-head.ts';
import { reusableContentChanges } from './reusable-content-changes.ts';
import { storeFolder, type Progress, type StoredFolder } from './store-folder.ts';
import type { PageEntry, Redirects } from '../../../revisions/store/entry.ts';
import type { Changes } from '../../../revisions/store/trie.ts';

export interface DocsFolderImport {
  /** The head of the branch whose content the folder replaces, as read before. */
  tip: BranchHead;
  folder: DocsFolder;
  /** Reads the bytes of the folder's files. */
  source: Pick<FolderSource, 'read'>;
  /** Locks the branch. Throws if its head has changed, or if it is not editable. */
  hold: (transaction: PrismaTransaction) => Promise<void>;
  /** Moves the head of the branch to the new revision, in the same transaction. */
  advance: (transaction: PrismaTransaction, revision: Revision) => Promise<void>;
  /** Called in the same transaction with the content of the folder, even if nothing changed. */
  settle?: (transaction: PrismaTransaction, incoming: Revision) => Promise<void>;
  /** The revision that the folder is based on; later changes are merged. Defaults to the head. */
  base?: Revision;
  /** The commit of the folder. */
  git?: Prisma.InputJsonObject;
  onProgress?: Progress;
  /** The stored folder, if it was stored before. */
  stored?: StoredFolder;
}

export interface ImportResult {
  /** The new head; the old one if the folder changes nothing. */
  revision: Revision;
  /** Number of pages with text, files and reusable contents from the folder. */
  importedResources: number;
  /** The same, including skipped ones. */
  totalResources: number;
  /** Skipped paths, with a reason for each. */
  skipped: SkippedPath[];
  /** Values that both sides changed differently; the folder's value wins. */
  conflicts: Conflict[];
}

/**
 * Replaces the content of a branch with a documentation folder. Pages, files and reusable contents
 * keep their ids when they are edited, moved or renamed; those missing in the folder are deleted. A
 * repeated import changes nothing.
 */
export async function importDocsFolder(
  context: Pick<Context, 'db' | 'viewer' | 'write' | 'now'>,
  { tip, base = tip.head, git, folder, source, onProgress, stored, ...branch }: DocsFolderImport,
): Promise<ImportResult> {
  const progress = onProgress && { onProgress };
  const content = stored ?? (await storeFolder(context.db, folder, { source, ...progress }));
  const changes = { ...(await changesOf(context, base, folder, content)), ...(git && { git }) };
  const { revision, conflicts } = await context.write(async (transaction) => {
    await branch.hold(transaction);
    const authorship = { authorId: context.viewer.id, now: context.now() };
    // The blobs were stored outside of the transaction.
    await keepBlobs(transaction, blobsOf(entriesOf(changes)));
    const written = await writeOntoHead(transaction, { tip, base, changes }, authorship);
    if (written.revision.id !== tip.head.id) await branch.advance(transaction, written.revision);
    await branch.settle?.(transaction, written.incoming);
    return written;
  });
  const skipped = mergeSkipped(folder.skipped, content.skipped);
  const importedResources =
    content.pages.filter((page) => page.source).length +
    content.files.length +
    content.reusableContents.length;
  return {
    revision,
    importedResources,
    totalResources: importedResources + countLeftOut(skipped),
    skipped,
    conflicts,
  };
}

/**
 * Returns the changes from a revision to a documentation folder, after storing the folder's bytes.
 */
export async function folderChanges(
  context: Pick<Context, 'db' | 'now'>,
  base: Revision,
  { folder, source }: Pick<DocsFolderImport, 'folder' | 'source'>,
): Promise<ContentChanges> {
  return changesOf(context, base, folder, await storeFolder(context.db, folder, { source }));
}

async function changesOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  base: Revision,
  folder: DocsFolder,
  content: IncomingContent,
): Promise<ContentChanges> {
  const current = await loadRevisionEntries(db, base);
  const files = fileChanges(current.files, content.files);
  const variablesOfFiles = await pagesWithVariables(db, current.pages);
  const context = { fileIds: files.idsByPath, now: now(), variablesOfFiles };
  const pages = pageChanges(current.pages, content.pages, context);
  const reusableContents = reusableContentChanges(
    current.reusableContents,
    content.reusableContents,
    context.now,
  );
  const redirects = redirectsOf(folder.redirects, current.pages, pages);
  const { variables } = folder;
  return {
    ...{ pages, files: files.changes, reusableContents, redirects },
    ...(variables && { variables }),
  };
}

/** Returns the ids of pages whose stored front matter sets variables. */
async function pagesWithVariables(db: Database, tree: PageTree): Promise<Set<string>> {
  const pages = [...tree.walk()].map(({ page }) => page).filter(({ variables }) => variables);
  const withText = pages.filter(({ source }) => source !== undefined);
  const texts = await loadBlobs(
    db,
    withText.map(({ source }) => source ?? ''),
  );
  const found = withText.filter(({ sourceStart = 0 }, index) => {
    const front = texts[index]?.toString('utf8', 0, sourceStart) ?? '';
    return parseFrontMatter(front).variables !== undefined;
  });
  return new Set(found.map(({ id }) => id));
}

function entriesOf({ pages, files, reusableContents }: ContentChanges): Entry[] {
  const changes = [pages, files, reusableContents].map((entries) => [...(entries?.values() ?? [])]);
  return changes.flat().filter((entry) => entry !== null);
}

/**
 * Converts the redirects of a folder to stored ones, which refer to a page by id and so survive its
 * moves.
 *
 * @param tree the pages before the import
 * @param changes the changes of the import
 */
function redirectsOf(
  redirects: readonly DocsRedirect[],
  tree: PageTree,
  changes: Changes<PageEntry>,
): Redirects {
  const kept = [...tree.walk()].map(({ page }) => page).filter(({ id }) => !changes.has(id));
  const written = [...changes.values()].filter((entry) => entry !== null);
  const idsByFile = new Map([...kept, ...written].map(({ id, git }) => [git?.path, id]));
  return Object.fromEntries(
    redirects.flatMap(({ source, path }) => {
      const id = idsByFile.get(path);
      return id === undefined ? [] : [[source, id]];
    }),
  );
}
