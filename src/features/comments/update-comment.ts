import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { changeReactions } from './change-reactions.ts';
import { findComment, type CommentRef } from './comment-access.ts';
import { bodyChange, bodyMarkdown } from './comment-body.ts';
import { lockComment } from './lock-comment.ts';
import { flagsFor, type PostChanges } from './post-changes.ts';
import { resolveComment } from './resolve-comment.ts';

/**
 * Changes a comment. Its text is for its author; resolving and reacting is for all who may comment,
 * and reactions are the viewer's own.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted or there are too many reactions
 */
export async function updateComment(
  context: Context,
  ref: CommentRef,
  changes: PostChanges,
): Promise<Row<'Comment'>> {
  const flags = flagsFor(changes);
  const { id, postedById, markdown: stored } = await findComment(context, ref, ...flags);
  if (changes.body) await bodyMarkdown(changes.body, { stored });
  await context.write(async (transaction) => {
    const current = await lockComment(
      transaction,
      context.viewer,
      { commentId: id, postedById },
      flags,
    );
    const data = await bodyChange(current, changes.body, context.now());
    await transaction.comment.update({ where: { id }, data });
    await resolveComment(context, transaction, id, current, changes.resolved);
    await changeReactions(context, transaction, { commentId: id }, changes);
  });
  return findComment(context, { commentId: id });
}
