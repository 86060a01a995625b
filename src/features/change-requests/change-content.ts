import type { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { AppError, badField, type InputPath } from '../../errors.ts';
import type { contentCommands } from '../content/edit/content-command.ts';
import { editContent, type EditedContent } from '../content/edit/edit-content.ts';
import { hasTrees, writeTrees } from '../content/edit/write-trees.ts';
import { changesOf } from '../../revisions/merge/merge-content.ts';
import { mergeRevisions } from '../../revisions/merge/merge-revisions.ts';
import { contentReaderOf, contentStoreOf } from '../../revisions/store/content-reader.ts';
import type { PageEntry } from '../../revisions/store/entry.ts';
import { rememberChildren } from '../../revisions/store/page-children.ts';
import { revisionOfSpace } from '../../revisions/store/revisions-by-id.ts';
import { releaseContent, rootsOf } from '../../revisions/store/release-content.ts';
import {
  applyToRevision,
  writeRevision,
  type ContentChanges,
} from '../../revisions/store/write-revision.ts';
import { loadComputedPages } from '../openapi-specs/computed/load-computed-pages.ts';
import { findHead, lockBranch, type BranchRef, type WrittenContent } from './find-branch.ts';
import { findRevision, requireHead } from './find-revision.ts';

export interface ChangedContent extends WrittenContent {
  /** Ids of inserted content, by the refs in the changes. */
  refs: Record<string, string>;
}

/**
 * Applies changes to the content of a change request or to the primary content of a space, all in
 * one transaction.
 *
 * With `expectedRevision`, refuses the write if the content is at another revision. With
 * `baseRevision`, which the writer read, merges the changes with later writes, and refuses them
 * only if both changed one value differently. With neither, applies the changes to the current
 * content.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, BAD_USER_INPUT naming the change, STALE_REVISION,
 *   CONFLICT when the branch is not editable or the changes conflict with others
 */
export async function changeContent(
  context: Context,
  ref: BranchRef,
  input: z.output<typeof contentCommands>,
): Promise<ChangedContent> {
  const { spaceId } = ref;
  const check = () => findHead(context, ref);
  if (hasTrees(input.changes)) await writeTreesOf(context, spaceId, await check(), input);
  const work = async (transaction: PrismaTransaction): Promise<ChangedContent> => {
    const branch = await lockBranch(context, transaction, ref);
    const { head, base: mergeBase } = branch;
    const { expectedRevision, baseRevision } = input;
    requireHead(head, expectedRevision);
    const revisionOf = (id: string, path: InputPath) =>
      id === head.id ? Promise.resolve(head) : findRevision(transaction, spaceId, id, path);
    const base =
      baseRevision === undefined ? head : await revisionOf(baseRevision, ['input', 'baseRevision']);
    const now = context.now();
    const store = contentStoreOf(transaction);
    const edited = await editContent(store, base, input.changes, {
      now,
      revisionOf: (id, path) => {
        const revisionId = id ?? mergeBase?.id;
        if (revisionId !== undefined) return revisionOf(revisionId, [...path, 'revision']);
        throw badField([...path, 'revision'], 'is required in the primary content');
      },
      computedPages: (specId, path) => loadComputedPages(context, transaction, specId, path),
    });
    await store.storeBlobs(edited.blobs);
    const content =
      base.id === head.id
        ? edited.content
        : await rebased(transaction, { base, head, content: edited.content });
    const authorship = { authorId: context.viewer.id, now };
    const revision = await writeRevision(
      transaction,
      { branchId: branch.id, head },
      content,
      authorship,
    );
    if (revision.id !== head.id) {
      await branch.advance({ to: revision, now });
      if (base.id === head.id) rememberFamilies(revision.pagesHash, edited);
    }
    return { ...branch.at(revision), refs: edited.refs };
  };
  return writeChecked(context, check, () => context.writeInTurn(spaceId, work));
}

/** Caches the siblings of written pages, since the next edit is often nearby. */
function rememberFamilies(pagesHash: string, { content, families }: EditedContent): void {
  for (const [parent, pages] of families) {
    // As stored, without undefined members.
    const asStored = pages.map((page) =>
      content.pages?.has(page.id) ? (JSON.parse(JSON.stringify(page)) as PageEntry) : page,
    );
    rememberChildren({ pagesHash, parent }, asStored);
  }
}

/**
 * Converts the trees in changes to markdown, based on the current texts, before the transaction.
 */
async function writeTreesOf(
  { db }: Context,
  spaceId: string,
  headId: string,
  { changes, baseRevision = headId }: z.output<typeof contentCommands>,
): Promise<void> {
  const base = await revisionOfSpace(db.prisma, spaceId, baseRevision);
  if (base) await writeTrees(contentReaderOf(db), base, changes);
}

/** Rebases changes of an earlier revision onto the head. */
async function rebased(
  transaction: PrismaTransaction,
  { base, head, content }: { base: Revision; head: Revision; content: ContentChanges },
): Promise<ContentChanges> {
  const store = contentStoreOf(transaction);
  const edited = await applyToRevision(store, base, content);
  // No revision will refer to it, only to the result of the merge.
  await releaseContent(transaction, rootsOf(edited));
  const merged = await mergeRevisions(store, {
    base,
    ours: edited,
    theirs: head,
  });
  const [first] = merged.conflicts;
  if (first) {
    const count = merged.conflicts.length;
    throw new AppError(
      'CONFLICT',
      `The content was changed since the revision "${base.id}": "${first.attribute}" of the ` +
        `${first.subject.replace('-', ' ')} "${first.id}" is another${count > 1 ? `, and ${count - 1} more` : ''}. ` +
        `Read it again; it is at the revision "${head.id}".`,
    );
  }
  return changesOf(merged, 'theirs');
}
