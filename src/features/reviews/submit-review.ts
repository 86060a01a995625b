import { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { insertSql } from '../../database/write-sql.ts';
import { newId } from '../../lib/id.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import {
  findChangeRequest,
  type ChangeRequestRef,
} from '../change-requests/change-request-access.ts';
import { requireHead } from '../change-requests/find-revision.ts';
import { lockChangeRequest } from '../change-requests/lock-change-request.ts';
import { bodyMarkdown, documentBody } from '../comments/comment-body.ts';
import { insertComment } from '../comments/insert-comment.ts';
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
): Promise<WrittenRow> {
  const work = async (transaction: PrismaTransaction, markdown: string | null) => {
    const { changeRequest } = await lockChangeRequest(transaction, context.viewer, ref, {
      flag: 'review',
      action: 'be reviewed',
    });
    const { id: changeRequestId, spaceId, revisionId } = changeRequest;
    requireHead({ id: revisionId }, expectedRevision);
    const id = newId('ChangeRequestReview');
    const reviewerId = context.viewer.id;
    const review = { id, changeRequestId, revisionId, reviewerId, status };
    const requestedById = sql`(SELECT requested_by_id FROM request)`;
    const row = { ...review, requestedById, createdAt: context.now() };
    await executeLast(
      transaction,
      sql`WITH request AS (
          DELETE FROM requested_reviewers
          WHERE change_request_id = ${changeRequestId} AND user_id = ${reviewerId}
          RETURNING requested_by_id
        ) ${insertSql('change_request_reviews', row)}`,
    );
    if (markdown) {
      const place = { spaceId, changeRequestId, reviewId: id, revisionId };
      await insertComment(context, transaction, { ...place, markdown });
    }
    return { id };
  };
  return writeChecked(
    context,
    () => findChangeRequest(context, ref, 'review'),
    async () => {
      const markdown = comment ? await bodyMarkdown(comment, { field: 'comment' }) : null;
      return context.writeInTurn(ref.spaceId, (transaction) => work(transaction, markdown));
    },
  );
}
