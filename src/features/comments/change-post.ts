import type { GuardedWrite } from '../../auth/require-level.ts';
import type { Context } from '../../context.ts';
import { joinSql, rawSql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { updateSql } from '../../database/write-sql.ts';
import { bodyMarkdown } from './comment-body.ts';
import { reactionWrites, tooManyReactions } from './change-reactions.ts';
import { lockPost, lockPostAndWrite, type PostLock } from './lock-comment.ts';
import type { PostChanges } from './post-changes.ts';

/**
 * Changes a comment or reply, in the batch that locks it and checks the viewer's permissions. A
 * document is converted between the lock and the write, based on the text that it replaces.
 *
 * @param result what the work of the transaction returns
 * @throws what lockPost throws, CONFLICT when there are too many reactions
 */
export async function changePost<Result>(
  context: Context,
  transaction: PrismaTransaction,
  lock: PostLock,
  { body, ...changes }: PostChanges,
  result: Result,
): Promise<Result> {
  const isDocument = body?.document !== undefined;
  const stored = isDocument ? (await lockPost(transaction, context.viewer, lock)).markdown : null;
  const markdown = body && (await bodyMarkdown(body, { stored }));
  const write = postWrite(context, lock, changes, markdown);
  const isWritten = await lockPostAndWrite(transaction, context.viewer, lock, { write, result });
  if (!isWritten) throw tooManyReactions();
  return result;
}

/** @param markdown the new text; undefined leaves it */
function postWrite(
  context: Context,
  { post }: PostLock,
  { resolved, ...reactions }: Omit<PostChanges, 'body'>,
  markdown: string | null | undefined,
): GuardedWrite {
  const now = context.now();
  const text = markdown === undefined ? {} : textValues(markdown, now);
  const resolution =
    resolved === undefined ? {} : resolutionValues(resolved, context.viewer.id, now);
  const updates =
    'commentId' in post
      ? [updateSql('comments', { id: post.commentId }, { ...text, ...resolution })]
      : [
          updateSql('comment_replies', { id: post.replyId }, text),
          updateSql('comments', { id: commentOf(post.replyId) }, resolution),
        ];
  const { hasRoom, statements } = reactionWrites(context, post, reactions);
  return (allowed) => {
    const isPermitted = sql`EXISTS (SELECT FROM permitted)`;
    const writes = [
      ...updates.flatMap((update) => (update ? [sql`${update} AND ${isPermitted}`] : [])),
      ...statements(isPermitted),
    ];
    return sql`permitted AS MATERIALIZED (SELECT 1 WHERE ${allowed} AND ${hasRoom}),
      ${joinSql([
        ...writes.map((one, index) => sql`${rawSql(`write_${index}`)} AS (${one})`),
        sql`written AS (SELECT FROM permitted)`,
      ])}`;
  };
}

function commentOf(replyId: string): Sql {
  return sql`(SELECT r.comment_id FROM comment_replies r WHERE r.id = ${replyId})`;
}

function textValues(markdown: string | null, now: Date) {
  const isEdited = sql`markdown IS DISTINCT FROM ${markdown}`;
  return { markdown, editedAt: sql`CASE WHEN ${isEdited} THEN ${now} ELSE edited_at END` };
}

/** A comment that is resolved already keeps the user and time of its resolution. */
function resolutionValues(resolved: boolean, viewerId: string, now: Date) {
  if (!resolved) return { status: 'open', resolvedById: null, resolvedAt: null };
  const orKept = (value: unknown, kept: string) =>
    sql`CASE WHEN status = 'resolved' THEN ${rawSql(kept)} ELSE ${value} END`;
  return {
    status: 'resolved',
    resolvedById: orKept(viewerId, 'resolved_by_id'),
    resolvedAt: orKept(now, 'resolved_at'),
  };
}
