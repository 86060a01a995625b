import { heldLevelOnSpaceSql } from '../../auth/level-sql.ts';
import type { Level } from '../../auth/roles.ts';
import type { Viewer } from '../../auth/viewer.ts';
import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import { deletedSpace } from '../spaces/deleted-space.ts';
import { isSpaceOfMemberSql, titleOfDeletedSpaceSql } from '../spaces/space-sql.ts';
import { requireFlag, type CommentPermissions, type PostRow } from './comment-access.ts';
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
  { commentId: id, postedById }: PostOfComment,
  flags: readonly (keyof CommentPermissions)[],
  isThere: Sql = sql`TRUE`,
): Promise<LockedComment> {
  const userId = sql`${viewer.id}`;
  // A viewer without permissions must not lock anything.
  const isTheirs =
    flags.length === 0
      ? sql`TRUE`
      : sql`(c.posted_by_id = ${userId} OR ${isSpaceOfMemberSql(sql`c.space_id`, viewer)})`;
  const [comments, places] = await queryTogether(transaction, [
    sql`SELECT c.id, c.posted_by_id AS "postedById", c.markdown, c.status FROM comments c
      WHERE c.id = ${id} AND ${isThere} AND ${isTheirs} FOR UPDATE`,
    sql`SELECT ${heldLevelOnSpaceSql(sql`c.space_id`, userId)} AS level,
        ${titleOfDeletedSpaceSql(sql`c.space_id`)} AS "deletedTitle"
      FROM comments c WHERE c.id = ${id} AND ${commentVisibleSql(sql`c`, userId)}`,
  ]);
  const [comment] = comments as unknown as LockedComment[];
  const [place] = places as unknown as Place[];
  if (!comment || !place) throw notFound('comment', id);
  const post = { level: place.level, postedById: postedById ?? comment.postedById };
  for (const flag of flags) requireFlag(viewer, post, flag);
  if (place.deletedTitle !== null) throw deletedSpace({ title: place.deletedTitle });
  return comment;
}

/** The viewer's level on the comment's space, and the space's title if it is deleted. */
interface Place {
  level: Level | null;
  deletedTitle: string | null;
}
