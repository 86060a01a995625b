import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import {
  findChangeRequest,
  type ChangeRequestRef,
} from '../change-requests/change-request-access.ts';
import { requireHead } from '../change-requests/find-revision.ts';
import { lockChangeRequest } from '../change-requests/lock-change-request.ts';
import { bodyMarkdown, documentBody } from '../comments/comment-body.ts';
import { insertComment } from '../comments/insert-comment.ts';
import { reviewSource } from './review-source.ts';
import { reviewStatuses } from './review-status.ts';

/** A new review. */
export const newReview = z.object({
  status: z.enum(reviewStatuses),
  comment: documentBody.optional(),
  expectedRevision: z.string().optional(),
});

/**
 * Reviews the current content of a change request. Ends the viewer's review request. A text becomes
 * a comment on the change request.
 *
 * @throws NOT_FOUND, FORBIDDEN below `review` and for its creator, CONFLICT when it is merged or
 *   archived, or the space deleted, STALE_REVISION when its content is not the expected one
 */
export async function submitReview(
  context: Context,
  ref: ChangeRequestRef,
  { status, comment, expectedRevision }: z.output<typeof newReview>,
): Promise<Row<'ChangeRequestReview'>> {
  const found = await findChangeRequest(context, ref, 'review');
  const markdown = comment ? await bodyMarkdown(comment, { field: 'comment' }) : null;
  const reviewId = await context.writeInTurn(found.spaceId, async (transaction) => {
    const { changeRequest } = await lockChangeRequest(transaction, context.viewer, found, {
      flag: 'review',
      action: 'be reviewed',
    });
    const { id: changeRequestId, spaceId, revisionId } = changeRequest;
    requireHead({ id: revisionId }, expectedRevision);
    const id = newId('ChangeRequestReview');
    const reviewerId = context.viewer.id;
    const requestedById = await takeRequest(transaction, changeRequestId, reviewerId);
    const createdAt = context.now();
    await transaction.changeRequestReview.create({
      data: { id, changeRequestId, revisionId, reviewerId, requestedById, status, createdAt },
    });
    if (markdown) {
      const place = { spaceId, changeRequestId, reviewId: id, revisionId };
      await insertComment(context, transaction, { ...place, markdown });
    }
    return id;
  });
  const review = await context.loaders.oneIn(reviewSource, reviewId, 'changeRequestId', found.id);
  if (!review) throw notFound('review', reviewId);
  return review;
}

/** Deletes a user's review request. Returns the id of its author; null if there was none. */
async function takeRequest(
  transaction: PrismaTransaction,
  changeRequestId: string,
  userId: string,
): Promise<string | null> {
  const key = { changeRequestId, userId };
  const request = await transaction.requestedReviewer.findFirst({ where: key });
  if (!request) return null;
  await transaction.requestedReviewer.deleteMany({ where: key });
  return request.requestedById;
}
