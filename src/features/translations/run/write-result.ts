import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import { truncate } from '../../../lib/truncate.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import type { Conflict } from '../../../revisions/merge/conflict.ts';
import { changesOf } from '../../../revisions/merge/merge-content.ts';
import { mergeRevisions } from '../../../revisions/merge/merge-revisions.ts';
import { blobsOf, type Entry } from '../../../revisions/store/chunk.ts';
import { contentStoreOf } from '../../../revisions/store/content-reader.ts';
import { keepBlobs } from '../../../revisions/store/content-store.ts';
import { deleteLooseRevision } from '../../../revisions/store/delete-loose-revision.ts';
import type {
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../../../revisions/store/entry.ts';
import { revisionsById } from '../../../revisions/store/revisions-by-id.ts';
import type { Changes } from '../../../revisions/store/trie.ts';
import {
  writeDetachedRevision,
  writeRevision,
  type ContentChanges,
} from '../../../revisions/store/write-revision.ts';
import { moveSpaceHead } from '../../spaces/move-space-head.ts';
import { insertSpace, SPACE_TITLE_LENGTH_MAX } from '../../spaces/create-space.ts';
import { lockEditableSpace } from '../../spaces/lock-editable-space.ts';
import { languages, type LanguageCode } from '../../spaces/space-enums.ts';
import type { ReadContent, SourceContent } from './read-source.ts';

/** Content of the source in the target language. */
export interface WantedContent {
  pages: readonly PageEntry[];
  reusableContents: readonly ReusableContentEntry[];
}

/** Current state of a result. */
export interface WrittenResult {
  spaceId: string;
  /** Head of the space. */
  revisionId: string;
  /** Revision with the translated content, without manual edits. */
  baseId: string;
  /** Manual edits that conflict with changes of the source; the edits win. */
  kept: readonly Conflict[];
}

type Translation = Row<'Translation'>;

/** Writes the first result: a space next to the source. @throws as insertSpace does */
export async function writeFirstResult(
  context: Context,
  transaction: PrismaTransaction,
  { organizationId, language }: Translation,
  source: SourceContent,
  wanted: WantedContent,
): Promise<WrittenResult> {
  const changes = changesTo(undefined, source, wanted);
  await keepChangedBlobs(transaction, changes);
  const { title, parentId } = source.space;
  const suffix = ` (${languages[language as LanguageCode]})`;
  const newSpace = {
    title: truncate(title, SPACE_TITLE_LENGTH_MAX - suffix.length) + suffix,
    language: language as LanguageCode,
    ...(parentId !== null && { parent: parentId }),
  };
  const spaceId = await insertSpace(context, transaction, organizationId, newSpace, changes);
  const { id: revisionId } = await lockEditableSpace(transaction, context.viewer, spaceId);
  return { spaceId, revisionId, baseId: revisionId, kept: [] };
}

/**
 * Updates a result from the source. Manual edits since the latest run are merged; if both changed
 * one value, the edit wins.
 *
 * @throws CONFLICT when the space is deleted or locked
 */
export async function writeNextResult(
  context: Context,
  transaction: PrismaTransaction,
  spaceId: string,
  { base, source, wanted }: { base: ReadContent; source: SourceContent; wanted: WantedContent },
): Promise<WrittenResult> {
  const now = context.now();
  const head = await lockEditableSpace(transaction, context.viewer, spaceId);
  const [before] = await revisionsById(transaction, [base.revision.id]);
  const changes = changesTo(base, source, wanted);
  await keepChangedBlobs(transaction, changes);
  const authorship = { authorId: context.viewer.id, now };
  const write = async (content: ContentChanges) => {
    const tip = { branchId: spaceId, head };
    const { id } = await writeRevision(transaction, tip, content, authorship);
    if (id !== head.id) {
      await moveSpaceHead(transaction, { spaceId, to: id, now });
    }
    return id;
  };
  if (head.id === before.id) {
    const id = await write(changes);
    return { spaceId, revisionId: id, baseId: id, kept: [] };
  }
  if (isSameAs(before, changes)) {
    return { spaceId, revisionId: head.id, baseId: before.id, kept: [] };
  }
  const theirs = await writeDetachedRevision(transaction, before, changes, authorship);
  const sides = { base: before, ours: head, theirs };
  const merged = await mergeRevisions(contentStoreOf(transaction), sides);
  await deleteLooseRevision(transaction, before.id);
  return {
    spaceId,
    revisionId: await write(changesOf(merged, 'ours')),
    baseId: theirs.id,
    kept: merged.conflicts.filter(({ stands }) => stands === 'ours'),
  };
}

/** Returns the changes from the latest result to the target content. */
function changesTo(
  base: ReadContent | undefined,
  { revision, files }: SourceContent,
  { pages, reusableContents }: WantedContent,
): ContentChanges {
  const pagesBefore = [...(base?.pages.walk() ?? [])].map(({ page }) => page);
  return {
    pages: entryChanges(pagesBefore, pages),
    files: entryChanges(base?.files ?? [], files),
    reusableContents: entryChanges(base?.reusableContents ?? [], reusableContents),
    variables: revision.variables as Variables,
    redirects: revision.redirects as Redirects,
  };
}

function entryChanges<Item extends Entry>(
  before: readonly Item[],
  after: readonly Item[],
): Changes<Item> {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const changes = new Map<string, Item | null>();
  for (const entry of after) {
    if (!isSameValue(known.get(entry.id), entry)) changes.set(entry.id, entry);
    known.delete(entry.id);
  }
  for (const id of known.keys()) changes.set(id, null);
  return changes;
}

/**
 * Keeps the blobs of changed entries. Texts were stored in advance, and files are those of the
 * source.
 */
async function keepChangedBlobs(
  transaction: PrismaTransaction,
  { pages, files, reusableContents }: ContentChanges,
): Promise<void> {
  const entries = [pages, files, reusableContents].flatMap((part) => [...(part?.values() ?? [])]);
  await keepBlobs(transaction, blobsOf(entries.filter((entry) => entry !== null)));
}

/** Checks whether changes leave a revision unchanged. */
function isSameAs(
  revision: Revision,
  { pages, files, reusableContents, variables, redirects }: ContentChanges,
): boolean {
  const count = [pages, files, reusableContents].reduce((sum, part) => sum + (part?.size ?? 0), 0);
  const settings = [revision.variables, revision.redirects];
  return count === 0 && isSameValue([variables, redirects], settings);
}
