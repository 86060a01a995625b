import { writeChecked, type Context } from '../../context.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { changePost } from './change-post.ts';
import { findComment, isAtSql, type CommentRef } from './comment-access.ts';
import { bodyMarkdown } from './comment-body.ts';
import { flagsFor, type PostChanges } from './post-changes.ts';

/**
 * Changes a comment. Only its author may edit the text; everyone who may comment may resolve it,
 * and add or remove their own reactions.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted or there are too many reactions
 */
export async function updateComment(
  context: Context,
  ref: CommentRef,
  changes: PostChanges,
): Promise<WrittenRow> {
  const flags = flagsFor(changes);
  const { commentId: id } = ref;
  const check = () => findComment(context, ref, ...flags);
  if (changes.body?.document !== undefined) {
    // Converted before locking, since it can take long.
    const { markdown: stored } = await check();
    await bodyMarkdown(changes.body, { stored });
  }
  const lock = { post: { commentId: id }, flags, isThere: isAtSql(ref) };
  const write = () =>
    context.write((transaction) => changePost(context, transaction, lock, changes, { id }));
  return writeChecked(context, check, write);
}
