import { guardedWrite } from '../../auth/require-level.ts';
import { writeChecked, type Context } from '../../context.ts';
import { rawSql, sql, type PrismaTransaction } from '../../database/database.ts';
import { nullIfNotFound } from '../../errors.ts';
import { lockPostAndWrite, type PostLock } from './lock-comment.ts';

/**
 * Deletes a comment or reply, in the batch that locks it and checks the viewer's permissions. Does
 * nothing if there is none that the viewer may see.
 *
 * @param check reads that refuse what the lock refuses
 * @throws what lockPost throws, but NOT_FOUND
 */
export async function deletePost(
  context: Context,
  lock: PostLock,
  check: () => Promise<unknown>,
): Promise<void> {
  const { post } = lock;
  const [table, id] =
    'commentId' in post ? ['comments', post.commentId] : ['comment_replies', post.replyId];
  const write = guardedWrite(
    (allowed) => sql`DELETE FROM ${rawSql(table)} WHERE id = ${id} AND ${allowed}`,
  );
  const work = (transaction: PrismaTransaction) =>
    lockPostAndWrite(transaction, context.viewer, lock, { write, result: null });
  await writeChecked(context, check, () => context.write(work)).catch(nullIfNotFound);
}
