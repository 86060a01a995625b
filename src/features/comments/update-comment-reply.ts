import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { changeReactions, reactionChanges } from './change-reactions.ts';
import { checkFlag, findCommentReply, type CommentReplyRef } from './comment-access.ts';
import { bodyChange, documentBody } from './comment-body.ts';
import { lockComment } from './lock-comment.ts';
import { resolveComment } from './resolve-comment.ts';

/** What can change of a reply (interface, Comments). Absent leaves a value. */
export const commentReplyChanges = reactionChanges.extend({
  resolved: z.boolean().optional(),
  body: documentBody.optional(),
});

/**
 * Changes a reply, under the rules of `updateComment`. `resolved` is of the comment it replies to.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted or there are too many reactions
 */
export async function updateCommentReply(
  context: Context,
  ref: CommentReplyRef,
  changes: z.output<typeof commentReplyChanges>,
): Promise<Row<'CommentReply'>> {
  const reply = await findCommentReply(context, ref);
  const { body, resolved, addedReactions, removedReactions } = changes;
  if (body) await checkFlag(context, reply, 'edit');
  if (resolved !== undefined || addedReactions || removedReactions) {
    await checkFlag(context, reply, 'reply');
  }
  const { id, commentId } = reply;
  await context.write(async (transaction) => {
    // Holding the comment holds its replies, too.
    const comment = await lockComment(transaction, commentId);
    const current = await transaction.commentReply.findUnique({ where: { id } });
    if (!current) throw notFound('reply', id);
    const data = bodyChange(current, body, context.now());
    await transaction.commentReply.update({ where: { id }, data });
    await resolveComment(context, transaction, commentId, comment, resolved);
    await changeReactions(context, transaction, { replyId: id }, changes);
  });
  return findCommentReply(context, { commentReplyId: id });
}
