import type { PrismaTransaction } from '../../database/database.ts';
import { writeChecked, type Context } from '../../context.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { updateSql } from '../../database/write-sql.ts';
import { changesOf } from '../../revisions/merge/merge-content.ts';
import { mergeRevisions } from '../../revisions/merge/merge-revisions.ts';
import { contentStoreOf } from '../../revisions/store/content-reader.ts';
import { writeRevision, type Authorship } from '../../revisions/store/write-revision.ts';
import { findChangeRequest, type ChangeRequestRef } from './change-request-access.ts';
import { recordConflicts } from './conflict-rows.ts';
import { lockChangeRequest, type LockedChangeRequest } from './lock-change-request.ts';
import type { MergeOutcome } from './merge-change-request.ts';

/**
 * Updates a change request from the primary content (interface, Change requests). In a conflict,
 * the value of the change request wins; the conflict stores all values. Does nothing if it is up to
 * date.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when it is merged or archived, the space is
 *   deleted, or the merged content exceeds a limit
 */
export async function syncFromPrimary(
  context: Context,
  ref: ChangeRequestRef,
): Promise<MergeOutcome> {
  const work = async (transaction: PrismaTransaction) => {
    const purpose = { flag: 'edit', action: 'take in primary content' } as const;
    const locked = await lockChangeRequest(transaction, context.viewer, ref, purpose);
    return updateLocked(transaction, locked, { authorId: context.viewer.id, now: context.now() });
  };
  return writeChecked(
    context,
    () => findChangeRequest(context, ref, 'edit'),
    () => context.writeInTurn(ref.spaceId, work),
  );
}

/** Updates a change request that the transaction has locked. Returns its new head, too. */
export async function updateLocked(
  transaction: PrismaTransaction,
  { changeRequest: { id, spaceId }, revisions, openConflicts: known }: LockedChangeRequest,
  authorship: Authorship,
): Promise<MergeOutcome & { revision: Revision }> {
  const { base, ours, theirs } = revisions;
  const merged = await mergeRevisions(contentStoreOf(transaction), revisions);
  const openConflicts = await recordConflicts(
    transaction,
    { id, openConflicts: known },
    merged.conflicts,
    authorship.now,
  );
  const outcome = { changeRequestId: id, spaceId, openConflicts };
  if (base.id === theirs.id) return { ...outcome, revision: ours, revisionId: ours.id };
  const revision = await writeRevision(
    transaction,
    { branchId: id, head: ours },
    changesOf(merged, 'ours'),
    authorship,
    { type: 'update', parentIds: [ours.id, theirs.id], mergeBaseId: theirs.id },
  );
  const { id: revisionId } = revision;
  const changed = { revisionId, revisionMergedAncestorId: theirs.id, updatedAt: authorship.now };
  await executeLast(transaction, updateSql('change_requests', { id }, changed));
  return { ...outcome, revision, revisionId };
}
