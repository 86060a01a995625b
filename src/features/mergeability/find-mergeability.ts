import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { changeRequestPermissions } from '../change-requests/change-request-access.ts';
import { tryMerge } from '../change-requests/try-merge.ts';
import { loadReviewState } from '../reviews/load-review-state.ts';
import { findSpace } from '../spaces/space-access.ts';

/** What keeps a merge from going through without a conflict. */
export type BlockReason =
  | ('merged' | 'archived' | 'space-deleted' | 'no-permission')
  | ('conflicts' | 'too-large' | 'too-deep');

/** What a merge goes through in spite of. */
export type MergeWarning = 'changes-requested' | 'review-requested' | 'review-outdated';

export interface Mergeability {
  reasons: BlockReason[];
  warnings: MergeWarning[];
  /** In the order of their places. */
  conflicts: Row<'ChangeRequestConflict'>[];
}

/** What a merge of a change request would find now. Nothing is written. */
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
    conflicts: conflicts.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)),
  };
}

/**
 * Where a conflict is in the list: with those of the same page, and there also when an update has
 * found it meanwhile.
 */
export function placeOf({
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
