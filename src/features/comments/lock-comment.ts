import { heldLevelOnSpaceSql } from '../../auth/level-sql.ts';
import { hasWritten, type GuardedWrite } from '../../auth/require-level.ts';
import { levelOf, type Level } from '../../auth/roles.ts';
import type { Viewer } from '../../auth/viewer.ts';
import { rawSql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { queryLast, queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import { deletedSpace } from '../spaces/deleted-space.ts';
import { isSpaceOfMemberSql, titleOfDeletedSpaceSql } from '../spaces/space-sql.ts';
import { requireCommentFlag, type CommentPermissions, type PostRow } from './comment-access.ts';
import { commentVisibleSql } from './comment-source.ts';

/** The values of a locked comment that later decisions need. */
export interface LockedComment {
  id: string;
  postedById: string | null;
  markdown: string | null;
  status: 'open' | 'resolved';
}

/** A comment, or one of its replies. */
type PostOfComment = Partial<Pick<PostRow, 'postedById'>> & { commentId: string };

/**
 * Locks a comment until the transaction ends, so that changes of it and of its replies are
 * serialized. Then checks whether the viewer still has the permissions on it, or on a reply to it.
 *
 * @param postedById author of the reply; defaults to that of the comment
 * @param isThere condition on the location of the comment `c`, if it was not checked before
 * @throws NOT_FOUND when it was deleted or no longer exists for the viewer, FORBIDDEN when a
 *   permission is missing now, CONFLICT when the space was deleted
 */
export async function lockComment(
  transaction: PrismaTransaction,
  viewer: Viewer,
  post: PostOfComment,
  flags: readonly (keyof CommentPermissions)[],
  isThere: Sql = sql`TRUE`,
): Promise<LockedComment> {
  const [comments, places] = await queryTogether(transaction, [
    lockQuery(viewer, post, flags, isThere),
    placeQuery(viewer, post),
  ]);
  return checkLocked(viewer, post, flags, { comments, places });
}

/**
 * Locks a comment as `lockComment` does for somebody who replies, and writes in the same batch if
 * the viewer may.
 *
 * @param result what the work of the transaction returns if something is written
 * @throws what lockComment throws, if nothing was written
 */
export async function lockCommentAndWrite(
  transaction: PrismaTransaction,
  viewer: Viewer,
  post: PostOfComment,
  isThere: Sql,
  { write, result }: { write: GuardedWrite; result: unknown },
): Promise<void> {
  const level = rawSql(String(levelOf('comment')));
  const isAllowed = sql`EXISTS (SELECT FROM place
      WHERE place.level >= ${level} AND place."deletedTitle" IS NULL)
    AND EXISTS (SELECT FROM comments c
      WHERE c.id = ${post.commentId} AND ${isThere} AND ${isTheirsSql(viewer, ['reply'])})`;
  const [comments, places] = await queryLast(
    transaction,
    [
      lockQuery(viewer, post, ['reply'], isThere),
      sql`WITH place AS MATERIALIZED (${placeQuery(viewer, post)}), ${write(isAllowed)}
        SELECT place.*, (SELECT count(*)::int FROM written) AS written FROM place`,
    ],
    result,
  );
  if (!hasWritten(places ?? [])) checkLocked(viewer, post, ['reply'], { comments, places });
}

/** True if the viewer may lock the comment `c`: one without permissions must not lock anything. */
function isTheirsSql(viewer: Viewer, flags: readonly (keyof CommentPermissions)[]): Sql {
  if (flags.length === 0) return sql`TRUE`;
  return sql`(c.posted_by_id = ${viewer.id} OR ${isSpaceOfMemberSql(sql`c.space_id`, viewer)})`;
}

function lockQuery(
  viewer: Viewer,
  { commentId }: PostOfComment,
  flags: readonly (keyof CommentPermissions)[],
  isThere: Sql,
): Sql {
  return sql`SELECT c.id, c.posted_by_id AS "postedById", c.markdown, c.status FROM comments c
    WHERE c.id = ${commentId} AND ${isThere} AND ${isTheirsSql(viewer, flags)} FOR UPDATE`;
}

function placeQuery(viewer: Viewer, { commentId }: PostOfComment): Sql {
  const userId = sql`${viewer.id}`;
  return sql`SELECT ${heldLevelOnSpaceSql(sql`c.space_id`, userId)} AS level,
      ${titleOfDeletedSpaceSql(sql`c.space_id`)} AS "deletedTitle"
    FROM comments c WHERE c.id = ${commentId} AND ${commentVisibleSql(sql`c`, userId)}`;
}

/** Checks the rows of a comment that was locked. */
function checkLocked(
  viewer: Viewer,
  { commentId, postedById }: PostOfComment,
  flags: readonly (keyof CommentPermissions)[],
  { comments, places }: { comments: object[] | undefined; places: object[] | undefined },
): LockedComment {
  const [comment] = comments as LockedComment[];
  const [place] = places as Place[];
  if (!comment || !place) throw notFound('comment', commentId);
  const post = { level: place.level, postedById: postedById ?? comment.postedById };
  for (const flag of flags) requireCommentFlag(viewer, post, flag);
  if (place.deletedTitle !== null) throw deletedSpace({ title: place.deletedTitle });
  return comment;
}

/** The viewer's level on the comment's space, and the space's title if it is deleted. */
interface Place {
  level: Level | null;
  deletedTitle: string | null;
}
