import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { changeRequestPermissions } from '../change-requests/change-request-access.ts';
import { tryMerge } from '../change-requests/try-merge.ts';
import { loadReviewState } from '../reviews/load-review-state.ts';
import { findSpace } from '../spaces/space-access.ts';

/** A reason why a change request cannot be merged. */
export type BlockReason =
  | ('merged' | 'archived' | 'space-deleted' | 'no-permission')
  | ('conflicts' | 'too-large' | 'too-deep');

/** A warning that does not prevent a merge. */
export type MergeWarning = 'changes-requested' | 'review-requested' | 'review-outdated';

export interface Mergeability {
  reasons: BlockReason[];
  warnings: MergeWarning[];
  /** Sorted by `conflictPlaceOf`. */
  conflicts: Row<'ChangeRequestConflict'>[];
}

/** Determines the outcome of merging a change request now, without writing anything. */
export async function findMergeability(
  context: Context,
  changeRequest: Row<'ChangeRequest'>,
): Promise<Mergeability> {
  const { id, spaceId, status } = changeRequest;
  const space = await findSpace(context, spaceId);
  const [{ conflicts, breaches }, reviews] = await Promise.all([
    tryMerge(context, changeRequest, space.revisionId),
    loadReviewState(context, id),
  ]);
  const { merge } = changeRequestPermissions(context.viewer, changeRequest, space);
  const isMerged = status === 'merged';
  return {
    reasons: thatHold<BlockReason>([
      ['merged', isMerged],
      ['archived', status === 'archived'],
      ['space-deleted', space.deletedAt !== null],
      ['no-permission', !merge],
      ['conflicts', conflicts.length > 0],
      ['too-large', breaches.some(({ limit }) => limit === 'size')],
      ['too-deep', breaches.some(({ limit }) => limit === 'depth')],
    ]),
    warnings: thatHold<MergeWarning>([
      ['changes-requested', !isMerged && reviews.changesRequested],
      ['review-requested', !isMerged && reviews.reviewRequested],
      ['review-outdated', !isMerged && reviews.approved && !reviews.headApproved],
    ]),
    conflicts: conflicts.toSorted((one, other) =>
      conflictPlaceOf(one) < conflictPlaceOf(other) ? -1 : 1,
    ),
  };
}

/**
 * Returns the sort key of a conflict: next to those of the same page, and unchanged if an update
 * stores the conflict in the meantime.
 */
export function conflictPlaceOf({
  subject,
  subjectId,
  attribute,
  id,
}: Row<'ChangeRequestConflict'>): string {
  return [subject, subjectId, attribute, id].join(' ');
}

function thatHold<Name>(reasons: readonly (readonly [Name, boolean])[]): Name[] {
  return reasons.filter(([, holds]) => holds).map(([name]) => name);
}
