import type { Context } from '../../context.ts';
import { findCommentReply, isReplyAtSql, type CommentReplyRef } from './comment-access.ts';
import { deletePost } from './delete-post.ts';

/**
 * Deletes a reply with its reactions. Returns its id, even if there was no reply that the viewer
 * may see.
 *
 * @throws FORBIDDEN except for its author and level `admin`, CONFLICT when the space is deleted
 */
export async function deleteCommentReply(context: Context, ref: CommentReplyRef): Promise<string> {
  const { commentReplyId: id } = ref;
  const lock = { post: { replyId: id }, flags: ['delete'] as const, isThere: isReplyAtSql(ref) };
  const check = () => findCommentReply(context, ref, 'delete');
  await deletePost(context, lock, check);
  return id;
}
