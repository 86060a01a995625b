import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { changeReactions, reactionChanges } from './change-reactions.ts';
import { checkFlag, findComment, type CommentRef } from './comment-access.ts';
import { bodyChange, documentBody } from './comment-body.ts';
import { lockComment } from './lock-comment.ts';
import { resolveComment } from './resolve-comment.ts';

/** What can change of a comment (interface, Comments). Absent leaves a value. */
export const commentChanges = reactionChanges.extend({
  resolved: z.boolean().optional(),
  body: documentBody.optional(),
});

/**
 * Changes a comment. Its text is for its author; resolving and reacting is for all who may comment,
 * and reactions are the viewer's own.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted or there are too many reactions
 */
export async function updateComment(
  context: Context,
  ref: CommentRef,
  changes: z.output<typeof commentChanges>,
): Promise<Row<'Comment'>> {
  const comment = await findComment(context, ref);
  const { body, resolved, addedReactions, removedReactions } = changes;
  if (body) await checkFlag(context, comment, 'edit');
  if (resolved !== undefined || addedReactions || removedReactions) {
    await checkFlag(context, comment, 'reply');
  }
  const { id } = comment;
  await context.write(async (transaction) => {
    const current = await lockComment(transaction, id);
    const data = bodyChange(current, body, context.now());
    await transaction.comment.update({ where: { id }, data });
    await resolveComment(context, transaction, id, current, resolved);
    await changeReactions(context, transaction, { commentId: id }, changes);
  });
  return findComment(context, { commentId: id });
}
