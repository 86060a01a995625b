import { writeChecked, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import { conflict } from '../../errors.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { changesOf } from '../../revisions/merge/merge-content.ts';
import { mergeRevisions } from '../../revisions/merge/merge-revisions.ts';
import { contentStoreOf } from '../../revisions/store/content-reader.ts';
import { indexStatesOf } from '../../revisions/derived/index-states.ts';
import { writeRevision } from '../../revisions/store/write-revision.ts';
import { moveSpaceHead } from '../spaces/move-space-head.ts';
import { findChangeRequest, type ChangeRequestRef } from './change-request-access.ts';
import { recordConflicts } from './conflict-rows.ts';
import { lockChangeRequest } from './lock-change-request.ts';

/** The outcome of a merge, in either direction. */
export interface MergeOutcome {
  changeRequestId: string;
  spaceId: string;
  /** Id of the new revision. */
  revisionId: string;
  /** Number of unresolved conflicts of the change request. */
  openConflicts: number;
}

export interface MergeOptions {
  /** Refuses the merge if there is an unresolved conflict. */
  refuseConflicts: boolean;
}

/**
 * Merges a change request into the primary content, in one transaction (interface, Change
 * requests). In a conflict, the value of the change request wins; the conflict stores all values.
 *
 * @throws NOT_FOUND, FORBIDDEN below `review`, CONFLICT when it is merged or archived, the space is
 *   deleted, there is a conflict and `refuseConflicts` is set, or the merged content exceeds a
 *   limit
 */
export async function mergeChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  { refuseConflicts }: MergeOptions,
): Promise<MergeOutcome> {
  const { spaceId } = ref;
  const work = async (transaction: PrismaTransaction): Promise<MergeOutcome> => {
    const purpose = { flag: 'merge', action: 'be merged' } as const;
    const [locked] = await Promise.all([
      lockChangeRequest(transaction, context.viewer, ref, purpose),
      indexStatesOf(transaction, spaceId),
    ]);
    const { changeRequest, revisions } = locked;
    const { id } = changeRequest;
    const merged = await mergeRevisions(contentStoreOf(transaction), revisions);
    const now = context.now();
    const known = { id, openConflicts: locked.openConflicts };
    const openConflicts = await recordConflicts(transaction, known, merged.conflicts, now);
    if (refuseConflicts && openConflicts > 0) {
      throw conflict(
        `The change request ${changeRequest.number} has ${pluralize(openConflicts, 'conflict')} to resolve first.`,
      );
    }
    const { ours, theirs } = revisions;
    const revision = await writeRevision(
      transaction,
      { branchId: spaceId, head: theirs },
      changesOf(merged, 'theirs'),
      { authorId: context.viewer.id, now },
      { type: 'merge', parentIds: [theirs.id, ours.id], mergedFromId: id },
    );
    await moveSpaceHead(transaction, { spaceId, to: revision.id, now });
    const changed = { status: 'merged', revisionMergedId: revision.id, updatedAt: now };
    await executeLast(transaction, updateSql('change_requests', { id }, changed));
    return { changeRequestId: id, spaceId, revisionId: revision.id, openConflicts };
  };
  return writeChecked(
    context,
    () => findChangeRequest(context, ref, 'merge'),
    () => context.writeInTurn(spaceId, work),
  );
}
