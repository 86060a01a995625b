import type { Context } from '../../context.ts';
import { missing } from '../../errors.ts';
import {
  findChangeRequest,
  type ChangeRequestRef,
} from '../change-requests/change-request-access.ts';
import { lockSpaceFor } from '../spaces/lock-space-for.ts';

/** Names somebody who was asked to review a change request. */
export interface RequestedReviewerRef extends ChangeRequestRef {
  userId: string;
}

/**
 * Takes back a request for a review. Answers the id of the user, also when nobody had asked them.
 *
 * @throws FORBIDDEN below `edit`, CONFLICT when the space is deleted
 */
export async function removeRequestedReviewer(
  context: Context,
  { userId, ...ref }: RequestedReviewerRef,
): Promise<string> {
  const changeRequest = await findChangeRequest(context, ref, 'edit').catch(missing);
  // PostgreSQL knows no text with U+0000, so nobody has such an id.
  if (changeRequest && !userId.includes('\0')) {
    const { id: changeRequestId, spaceId } = changeRequest;
    await context
      .write(async (transaction) => {
        await lockSpaceFor(transaction, context.viewer, spaceId, 'edit');
        await transaction.requestedReviewer.deleteMany({ where: { changeRequestId, userId } });
      })
      .catch(missing);
  }
  return userId;
}
