import type { Context } from '../../context.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { updatePost } from './update-post.ts';
import { findCommentReply, isReplyAtSql, type CommentReplyRef } from './comment-access.ts';
import type { PostChanges } from './post-changes.ts';

/**
 * Changes a reply, under the rules of `updateComment`. `resolved` applies to its comment.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted or there are too many reactions
 */
export function updateCommentReply(
  context: Context,
  ref: CommentReplyRef,
  changes: PostChanges,
): Promise<WrittenRow> {
  const post = { replyId: ref.commentReplyId };
  return updatePost(context, { post, isThere: isReplyAtSql(ref) }, changes, (flags) =>
    findCommentReply(context, ref, ...flags),
  );
}
