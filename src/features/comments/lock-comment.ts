import { heldLevelOnSpaceSql } from '../../auth/level-sql.ts';
import type { Level } from '../../auth/roles.ts';
import type { Viewer } from '../../auth/viewer.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { deletedSpace } from '../spaces/deleted-space.ts';
import { titleOfDeletedSpaceSql } from '../spaces/space-sql.ts';
import { requireFlag, type CommentPermissions, type Post } from './comment-access.ts';
import { commentVisibleSql } from './comment-source.ts';

/** What decisions inside a transaction rest on. */
export interface LockedComment {
  markdown: string | null;
  status: 'open' | 'resolved';
}

/** A comment, or one of its replies. */
type PostOfComment = Pick<Post, 'postedById'> & { commentId: string };

/**
 * Reads a comment and holds it until the transaction ends, so that changes of it and of what hangs
 * on it happen one after the other; and asks, now that it is held, whether the viewer still may do
 * what some flags of it, or of a reply to it, allow.
 *
 * @throws NOT_FOUND when it was deleted meanwhile or does not exist for the viewer any more,
 *   FORBIDDEN when a flag is false by now, CONFLICT when the space was deleted
 */
export async function lockComment(
  transaction: PrismaTransaction,
  viewer: Viewer,
  { commentId: id, postedById }: PostOfComment,
  flags: readonly (keyof CommentPermissions)[],
): Promise<LockedComment> {
  const [comment] = await transaction.$queryRaw<LockedComment[]>(sql`
    SELECT c.markdown, c.status FROM comments c WHERE c.id = ${id} FOR UPDATE`);
  if (!comment) throw notFound('comment', id);
  const userId = sql`${viewer.id}`;
  const [place] = await transaction.$queryRaw<Place[]>(sql`
    SELECT ${heldLevelOnSpaceSql(sql`c.space_id`, userId)} AS level,
      ${titleOfDeletedSpaceSql(sql`c.space_id`)} AS "deletedTitle"
    FROM comments c WHERE c.id = ${id} AND ${commentVisibleSql(sql`c`, userId)}`);
  if (!place) throw notFound('comment', id);
  for (const flag of flags) requireFlag(viewer, { level: place.level, postedById }, flag);
  if (place.deletedTitle !== null) throw deletedSpace({ title: place.deletedTitle });
  return comment;
}

/** The space that a comment is in. */
interface Place {
  level: Level | null;
  deletedTitle: string | null;
}
