import type { Context } from '../../context.ts';
import { missing } from '../../errors.ts';
import { findComment, type CommentRef } from './comment-access.ts';

/**
 * Deletes a comment with its replies and reactions. Answers its id, also when there was none there
 * for the viewer.
 *
 * @throws FORBIDDEN but for its author and level `admin`, CONFLICT when the space is deleted
 */
export async function deleteComment(context: Context, ref: CommentRef): Promise<string> {
  const comment = await findComment(context, ref, 'delete').catch(missing);
  if (comment) {
    await context.write((transaction) =>
      transaction.comment.deleteMany({ where: { id: comment.id } }),
    );
  }
  return ref.commentId;
}
