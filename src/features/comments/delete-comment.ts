import { deleteIfFound, type Context } from '../../context.ts';
import { findComment, type CommentRef } from './comment-access.ts';
import { lockComment } from './lock-comment.ts';

/**
 * Deletes a comment with its replies and reactions. Returns its id, even if there was no comment
 * that the viewer may see.
 *
 * @throws FORBIDDEN except for its author and level `admin`, CONFLICT when the space is deleted
 */
export async function deleteComment(context: Context, ref: CommentRef): Promise<string> {
  const find = findComment(context, ref, 'delete');
  await deleteIfFound(context, find, async (transaction, { id, postedById }) => {
    await lockComment(transaction, context.viewer, { commentId: id, postedById }, ['delete']);
    await transaction.comment.deleteMany({ where: { id } });
  });
  return ref.commentId;
}
