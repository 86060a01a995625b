import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import { WebError } from '../../external/http/web-error.ts';
import { createSerialQueue } from '../../lib/serially.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import {
  findHead,
  lockBranch,
  type BranchRef,
  type LockedBranch,
} from '../change-requests/find-branch.ts';
import { requireHead } from '../change-requests/find-revision.ts';
import type { SkippedPath } from '../../document/docs-folder/docs-folder.ts';
import { countLeftOut, mergeSkipped } from '../../document/docs-folder/skip-report.ts';
import { contentId } from '../content/edit/content-command.ts';
import type { IncomingContent } from '../content/import/incoming-content.ts';
import { storeFolder } from '../content/import/store-folder.ts';
import { blobsOf } from '../../revisions/store/chunk.ts';
import { contentStoreOf } from '../../revisions/store/content-reader.ts';
import { keepBlobs } from '../../revisions/store/content-store.ts';
import { draftPartsOf } from '../../revisions/store/draft-parts.ts';
import { writeRevision } from '../../revisions/store/write-revision.ts';
import { addContent, isEmptyPage, type ImportPlace } from './add-content.ts';
import { importLimits } from './import-limits.ts';
import { fetchContent, importSources } from './import-sources.ts';
import { ImportError, type ImportedContent } from './imported-content.ts';
import { linkContent, newIds, type ImportIds } from './link-content.ts';

/** Input of the operation importContent. */
export const contentImport = z.object({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(URL_LENGTH_MAX),
  source: z.enum(importSources),
  expectedRevision: contentId.optional(),
});

/** Destination of imported content: a branch, or a page of it. */
export interface ImportRef extends BranchRef {
  pageId?: string | null | undefined;
}

export interface ContentImport {
  revisionId: string;
  /** Number of pages with a text, files and reusable contents that the import added. */
  importedResources: number;
  /** Number of imported and skipped resources. */
  totalResources: number;
  skipped: SkippedPath[];
}

/** Queue of imports. Their number is limited because each keeps its fetched content in memory. */
const turns = createSerialQueue(importLimits.importsAtOnce);
let underWay = 0;

/**
 * Imports content from an address into a change request or the primary content of a space. The
 * result is one revision. Content is fetched and converted before the write transaction;
 * permissions and state are checked before the fetch and again in the write.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, BAD_USER_INPUT for content that cannot be fetched or
 *   is not what it claims to be, STALE_REVISION, CONFLICT when the branch takes no edits or the
 *   content would be over a limit
 */
export async function importContent(
  context: Context,
  ref: ImportRef,
  input: z.output<typeof contentImport>,
): Promise<ContentImport> {
  await findHead(context, ref);
  const fills = await runTransaction(context.db, async (transaction) => {
    const { head } = await lockExpected(context, transaction, ref, input);
    return (await placeIn(transaction, head, ref)).fills;
  });
  return context.prepareAndWrite(
    () => takeTurn(() => prepareImport(context, ref, input, fills)),
    (transaction, prepared) => writeImport(context, transaction, { ref, input, prepared }),
  );
}

/** Content that was fetched and stored, but is not part of a revision yet. */
interface PreparedImport {
  content: IncomingContent;
  ids: ImportIds;
  /** Whether the first imported text fills the target page. */
  fills: boolean;
  /** Resources that were skipped or imported in part. */
  skipped: SkippedPath[];
}

async function prepareImport(
  context: Context,
  { pageId }: ImportRef,
  input: z.output<typeof contentImport>,
  isEmpty: boolean,
): Promise<PreparedImport> {
  const fetched = await fetchOrRefuse(context, input);
  const [first] = fetched.folder.pages;
  const filling = isEmpty && first?.type === 'document' ? first.path : undefined;
  const ids = newIds(fetched.folder);
  const named =
    filling !== undefined && pageId != null
      ? { ...ids, pages: new Map([...ids.pages, [filling, pageId]]) }
      : ids;
  const { folder, unlinked } = await linkContent(fetched, named);
  const { skipped: unread, ...content } = await storeFolder(context.db, folder, {
    source: fetched,
  });
  const skipped = mergeSkipped(folder.skipped, unread, unlinked);
  return { content, ids: named, fills: filling !== undefined, skipped };
}

/** Runs an import when it is its turn. @throws SERVICE_UNAVAILABLE when the queue is full */
async function takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (underWay >= importLimits.importsAtOnce + importLimits.importsWaiting) {
    throw new AppError('SERVICE_UNAVAILABLE', 'Many imports wait already: try again in a minute.');
  }
  underWay += 1;
  try {
    return await turns(work);
  } finally {
    underWay -= 1;
  }
}

async function fetchOrRefuse(
  { web }: Context,
  { source, url }: z.output<typeof contentImport>,
): Promise<ImportedContent> {
  try {
    const fetched = await fetchContent(web, source, url);
    const { pages, files, skipped } = fetched.folder;
    if (pages.length > 0 || files.length > 0) return fetched;
    const [first] = skipped;
    throw new ImportError(
      first ? `has nothing to import: "${first.path}" ${first.reason}` : 'has nothing to import',
    );
  } catch (error) {
    if (!(error instanceof ImportError) && !(error instanceof WebError)) throw error;
    throw badField(['input', 'url'], error.message);
  }
}

async function writeImport(
  context: Context,
  transaction: PrismaTransaction,
  to: {
    ref: ImportRef;
    input: z.output<typeof contentImport>;
    prepared: PreparedImport;
  },
): Promise<ContentImport> {
  const { ref, input, prepared } = to;
  const { content, ids, fills, skipped } = prepared;
  const branch = await lockExpected(context, transaction, ref, input);
  const { head } = branch;
  const now = context.now();
  const place = { ...(await placeIn(transaction, head, ref)), fills };
  const changes = await addContent(head, place, { content, ids, now });
  const parts = [changes.pages, changes.files, changes.reusableContents];
  const entries = parts.flatMap((part) => [...(part?.values() ?? [])]);
  // The blobs were stored outside the transaction.
  await keepBlobs(transaction, blobsOf(entries.filter((entry) => entry !== null)));
  const tip = { branchId: branch.id, head };
  const authorship = { authorId: context.viewer.id, now };
  const revision = await writeRevision(transaction, tip, changes, authorship);
  if (revision.id !== head.id) await branch.advance({ to: revision, now });
  const texts = content.pages.filter(({ source }) => source);
  const importedResources = texts.length + content.files.length + content.reusableContents.length;
  return {
    revisionId: revision.id,
    importedResources,
    totalResources: importedResources + countLeftOut(skipped),
    skipped,
  };
}

async function lockExpected(
  context: Context,
  transaction: PrismaTransaction,
  ref: ImportRef,
  { expectedRevision }: z.output<typeof contentImport>,
): Promise<LockedBranch> {
  const branch = await lockBranch(context, transaction, ref);
  requireHead(branch.head, expectedRevision);
  return branch;
}

/**
 * Finds the destination page.
 *
 * @throws NOT_FOUND for a page that the content does not have, BAD_USER_INPUT for a link
 */
async function placeIn(
  transaction: PrismaTransaction,
  head: Revision,
  { pageId }: ImportRef,
): Promise<ImportPlace> {
  const { pages } = draftPartsOf(contentStoreOf(transaction), head);
  if (pageId == null) return { pages, target: null, fills: false };
  const target = await pages.entry(pageId);
  if (!target) throw notFound('page', pageId);
  if (target.type === 'link') {
    throw badField(['input', 'pageId'], 'is a link, which has no pages below it');
  }
  return { pages, target, fills: isEmptyPage(target) };
}
