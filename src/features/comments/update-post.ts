import type { GuardedWrite } from '../../auth/require-level.ts';
import { writeChecked, type Context } from '../../context.ts';
import { joinSql, rawSql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { updateSql } from '../../database/write-sql.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { bodyMarkdown } from './comment-body.ts';
import { reactionWrites, tooManyReactions } from './change-reactions.ts';
import { lockPost, lockPostAndWrite, type LockedPost, type PostLock } from './lock-comment.ts';
import { flagsFor, type PostChanges } from './post-changes.ts';

/**
 * Changes a comment or reply, in the batch that locks it and checks the viewer's permissions.
 *
 * @param find finds it, if the viewer has the permissions on it
 * @throws what `find` and lockPost throw, CONFLICT when there are too many reactions
 */
export async function updatePost(
  context: Context,
  place: Omit<PostLock, 'flags'>,
  { body, ...changes }: PostChanges,
  find: (flags: PostLock['flags']) => Promise<Pick<LockedPost, 'markdown'>>,
): Promise<WrittenRow> {
  const lock = { ...place, flags: flagsFor({ body, ...changes }) };
  const check = () => find(lock.flags);
  const isDocument = body?.document !== undefined;
  // Converted before locking, since it can take long.
  if (isDocument) await bodyMarkdown(body, { stored: (await check()).markdown });
  const result = { id: 'commentId' in lock.post ? lock.post.commentId : lock.post.replyId };
  const work = async (transaction: PrismaTransaction) => {
    const stored = isDocument ? (await lockPost(transaction, context.viewer, lock)).markdown : null;
    const markdown = body && (await bodyMarkdown(body, { stored }));
    const write = postWrite(context, lock, changes, markdown);
    const isWritten = await lockPostAndWrite(transaction, context.viewer, lock, { write, result });
    if (!isWritten) throw tooManyReactions();
    return result;
  };
  return writeChecked(context, check, () => context.write(work));
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
