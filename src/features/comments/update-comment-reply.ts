import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import { notFound } from '../../errors.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { changeReactions } from './change-reactions.ts';
import { findCommentReply, type CommentReplyRef } from './comment-access.ts';
import { bodyChange, bodyMarkdown } from './comment-body.ts';
import { lockComment } from './lock-comment.ts';
import { flagsFor, type PostChanges } from './post-changes.ts';
import { resolveComment } from './resolve-comment.ts';

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
  const reply = await findCommentReply(context, ref, ...flags);
  const { id, commentId, markdown: stored } = reply;
  if (changes.body) await bodyMarkdown(changes.body, { stored });
  return context.write(async (transaction) => {
    // The lock of a comment covers its replies.
    const comment = await lockComment(transaction, context.viewer, reply, flags);
    const [current] = await transaction.$queryRaw<{ markdown: string | null }[]>(
      sql`SELECT r.markdown FROM comment_replies r WHERE r.id = ${id}`,
    );
    if (!current) throw notFound('reply', id);
    const data = await bodyChange(current, changes.body, context.now());
    await executeLast(transaction, updateSql('comment_replies', { id }, data));
    await resolveComment(context, transaction, commentId, comment, changes.resolved);
    await changeReactions(context, transaction, { replyId: id }, changes);
    return { id };
  });
}
