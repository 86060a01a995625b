import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../lib/id.ts';
import { findComment, findCommentReply, type CommentRef } from './comment-access.ts';
import { bodyMarkdown, type DocumentBodyValue } from './comment-body.ts';
import { lockComment } from './lock-comment.ts';

/**
 * Posts a reply (interface, Comments). Needs the level `comment`; a resolved comment stays so.
 *
 * @throws NOT_FOUND, also when the comment is deleted meanwhile, FORBIDDEN, CONFLICT when the space
 *   is deleted
 */
export async function createCommentReply(
  context: Context,
  ref: CommentRef,
  body: DocumentBodyValue,
): Promise<Row<'CommentReply'>> {
  const { id: commentId, postedById } = await findComment(context, ref, 'reply');
  const markdown = await bodyMarkdown(body);
  const commentReplyId = await context.write(async (transaction) => {
    await lockComment(transaction, context.viewer, { commentId, postedById }, ['reply']);
    const { id } = await transaction.commentReply.create({
      data: {
        id: newId('CommentReply'),
        commentId,
        postedById: context.viewer.id,
        postedAt: context.now(),
        markdown,
      },
    });
    return id;
  });
  return findCommentReply(context, { commentReplyId });
}
