import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { findComment, type CommentRef } from './comment-access.ts';
import { lockComment } from './lock-comment.ts';

/**
 * Deletes a comment with its replies and reactions. Returns its id, even if there was no comment
 * that the viewer may see.
 *
 * @throws FORBIDDEN except for its author and level `admin`, CONFLICT when the space is deleted
 */
export async function deleteComment(context: Context, ref: CommentRef): Promise<string> {
  const comment = await findComment(context, ref, 'delete').catch(nullIfNotFound);
  if (comment) {
    const { id, postedById } = comment;
    await context
      .write(async (transaction) => {
        await lockComment(transaction, context.viewer, { commentId: id, postedById }, ['delete']);
        await transaction.comment.deleteMany({ where: { id } });
      })
      .catch(nullIfNotFound);
  }
  return ref.commentId;
}
