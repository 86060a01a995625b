import type { Context } from '../../context.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { updatePost } from './update-post.ts';
import { findComment, isAtSql, type CommentRef } from './comment-access.ts';
import type { PostChanges } from './post-changes.ts';

/**
 * Changes a comment. Only its author may edit the text; everyone who may comment may resolve it,
 * and add or remove their own reactions.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted or there are too many reactions
 */
export function updateComment(
  context: Context,
  ref: CommentRef,
  changes: PostChanges,
): Promise<WrittenRow> {
  const post = { commentId: ref.commentId };
  return updatePost(context, { post, isThere: isAtSql(ref) }, changes, (flags) =>
    findComment(context, ref, ...flags),
  );
}
