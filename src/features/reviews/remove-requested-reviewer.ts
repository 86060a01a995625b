import { deleteIfFound, type Context } from '../../context.ts';
import {
  findChangeRequest,
  type ChangeRequestRef,
} from '../change-requests/change-request-access.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';

/** Identifies a requested reviewer of a change request. */
export interface RequestedReviewerRef extends ChangeRequestRef {
  userId: string;
}

/**
 * Cancels a review request. Returns the id of the user, even if there was no request.
 *
 * @throws FORBIDDEN below `edit`, CONFLICT when the space is deleted
 */
export async function removeRequestedReviewer(
  context: Context,
  { userId, ...ref }: RequestedReviewerRef,
): Promise<string> {
  const find = findChangeRequest(context, ref, 'edit');
  await deleteIfFound(context, find, async (transaction, { id: changeRequestId, spaceId }) => {
    await lockSpaceAuthorized(transaction, context.viewer, spaceId, 'edit');
    await transaction.requestedReviewer.deleteMany({ where: { changeRequestId, userId } });
  });
  return userId;
}
