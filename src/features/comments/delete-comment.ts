import type { Context } from '../../context.ts';
import { findComment, isAtSql, type CommentRef } from './comment-access.ts';
import { deletePost } from './delete-post.ts';

/**
 * Deletes a comment with its replies and reactions. Returns its id, even if there was no comment
 * that the viewer may see.
 *
 * @throws FORBIDDEN except for its author and level `admin`, CONFLICT when the space is deleted
 */
export async function deleteComment(context: Context, ref: CommentRef): Promise<string> {
  const { commentId: id } = ref;
  const lock = { post: { commentId: id }, flags: ['delete'] as const, isThere: isAtSql(ref) };
  const check = () => findComment(context, ref, 'delete');
  await deletePost(context, lock, check);
  return id;
}
