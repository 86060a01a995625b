import { deleteIfFound, type Context } from '../../context.ts';
import { findCommentReply, type CommentReplyRef } from './comment-access.ts';
import { lockComment } from './lock-comment.ts';

/**
 * Deletes a reply with its reactions. Returns its id, even if there was no reply that the viewer
 * may see.
 *
 * @throws FORBIDDEN except for its author and level `admin`, CONFLICT when the space is deleted
 */
export async function deleteCommentReply(context: Context, ref: CommentReplyRef): Promise<string> {
  const find = findCommentReply(context, ref, 'delete');
  await deleteIfFound(context, find, async (transaction, reply) => {
    await lockComment(transaction, context.viewer, reply, ['delete']);
    await transaction.commentReply.deleteMany({ where: { id: reply.id } });
  });
  return ref.commentReplyId;
}
