import { writeChecked, type Context } from '../../context.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { changePost } from './change-post.ts';
import { findCommentReply, isReplyAtSql, type CommentReplyRef } from './comment-access.ts';
import { bodyMarkdown } from './comment-body.ts';
import { flagsFor, type PostChanges } from './post-changes.ts';

/**
 * Changes a reply, under the rules of `updateComment`. `resolved` applies to its comment.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted or there are too many reactions
 */
export async function updateCommentReply(
  context: Context,
  ref: CommentReplyRef,
  changes: PostChanges,
): Promise<WrittenRow> {
  const flags = flagsFor(changes);
  const { commentReplyId: id } = ref;
  const check = () => findCommentReply(context, ref, ...flags);
  if (changes.body?.document !== undefined) {
    // Converted before locking, since it can take long.
    const { markdown: stored } = await check();
    await bodyMarkdown(changes.body, { stored });
  }
  const lock = { post: { replyId: id }, flags, isThere: isReplyAtSql(ref) };
  const write = () =>
    context.write((transaction) => changePost(context, transaction, lock, changes, { id }));
  return writeChecked(context, check, write);
}
