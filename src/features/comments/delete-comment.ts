import type { Context } from '../../context.ts';
import { checkFlag, loadComment, type CommentRef } from './comment-access.ts';

/**
 * Deletes a comment with its replies and reactions. Answers its id, also when there was none there
 * for the viewer.
 *
 * @throws FORBIDDEN but for its author and level `admin`, CONFLICT when the space is deleted
 */
export async function deleteComment(context: Context, ref: CommentRef): Promise<string> {
  const comment = await loadComment(context, ref);
  if (comment) {
    await checkFlag(context, comment, 'delete');
    await context.write((transaction) =>
      transaction.comment.deleteMany({ where: { id: comment.id } }),
    );
  }
  return ref.commentId;
}
