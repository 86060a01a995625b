import type { Context } from '../../context.ts';
import { checkFlag, loadCommentReply, type CommentReplyRef } from './comment-access.ts';

/**
 * Deletes a reply with its reactions. Answers its id, also when there was none there for the
 * viewer.
 *
 * @throws FORBIDDEN but for its author and level `admin`, CONFLICT when the space is deleted
 */
export async function deleteCommentReply(context: Context, ref: CommentReplyRef): Promise<string> {
  const reply = await loadCommentReply(context, ref);
  if (reply) {
    await checkFlag(context, reply, 'delete');
    await context.write((transaction) =>
      transaction.commentReply.deleteMany({ where: { id: reply.id } }),
    );
  }
  return ref.commentReplyId;
}
