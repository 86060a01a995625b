import { writeChecked, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { changeReactions } from './change-reactions.ts';
import { findComment, isAtSql, type CommentRef } from './comment-access.ts';
import { bodyChange, bodyMarkdown } from './comment-body.ts';
import { lockComment } from './lock-comment.ts';
import { flagsFor, type PostChanges } from './post-changes.ts';
import { resolveComment } from './resolve-comment.ts';

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
  const work = async (transaction: PrismaTransaction) => {
    const post = { commentId: id };
    const current = await lockComment(transaction, context.viewer, post, flags, isAtSql(ref));
    const data = await bodyChange(current, changes.body, context.now());
    await executeLast(transaction, updateSql('comments', { id }, data));
    await resolveComment(context, transaction, id, current, changes.resolved);
    await changeReactions(context, transaction, { commentId: id }, changes);
    return { id };
  };
  return writeChecked(context, check, () => context.write(work));
}
