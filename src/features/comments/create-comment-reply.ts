import { guardedWrite } from '../../auth/require-level.ts';
import { writeChecked, type Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { insertSql } from '../../database/write-sql.ts';
import { newId } from '../../lib/id.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { findComment, isAtSql, type CommentRef } from './comment-access.ts';
import { bodyMarkdown, type DocumentBodyValue } from './comment-body.ts';
import { lockPostAndWrite } from './lock-comment.ts';

/**
 * Posts a reply (interface, Comments). Requires the level `comment`; a resolved comment stays
 * resolved.
 *
 * @throws NOT_FOUND, also when the comment was deleted in the meantime, FORBIDDEN, CONFLICT when
 *   the space is deleted
 */
export function createCommentReply(
  context: Context,
  ref: CommentRef,
  body: DocumentBodyValue,
): Promise<WrittenRow> {
  const { viewer } = context;
  const { commentId } = ref;
  const work = async (transaction: PrismaTransaction, markdown: string | null) => {
    const result = { id: newId('CommentReply') };
    const by = { postedById: viewer.id, postedAt: context.now() };
    const row = { ...result, commentId, ...by, markdown };
    const write = guardedWrite((allowed) =>
      insertSql('comment_replies', row, sql`WHERE ${allowed}`),
    );
    const lock = { post: { commentId }, flags: ['reply'] as const, isThere: isAtSql(ref) };
    await lockPostAndWrite(transaction, viewer, lock, { write, result });
    return result;
  };
  return writeChecked(
    context,
    () => findComment(context, ref, 'reply'),
    async () => {
      const markdown = await bodyMarkdown(body);
      return context.write((transaction) => work(transaction, markdown));
    },
  );
}
