import { heldLevelOnSpaceSql } from '../../auth/level-sql.ts';
import { hasWritten, type GuardedWrite } from '../../auth/require-level.ts';
import { levelOf, type Level, type Role } from '../../auth/roles.ts';
import type { Viewer } from '../../auth/viewer.ts';
import { joinSql, rawSql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { queryLast, queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import { deletedSpace } from '../spaces/deleted-space.ts';
import { isSpaceOfMemberSql, titleOfDeletedSpaceSql } from '../spaces/space-sql.ts';
import { requireCommentFlag, type CommentPermissions } from './comment-access.ts';
import { commentVisibleSql } from './comment-source.ts';

/** A comment or a reply that is locked, with its values that later decisions need. */
export interface LockedPost {
  postedById: string | null;
  markdown: string | null;
}

/** A comment, or one of its replies. */
export type PostKey = { readonly commentId: string } | { readonly replyId: string };

/** The purpose of a lock. */
export interface PostLock {
  post: PostKey;
  /** The permissions that the viewer needs on the post. */
  flags: readonly (keyof CommentPermissions)[];
  /** Condition on the location of the comment `c`. */
  isThere: Sql;
}

/**
 * Locks a comment, that of the post, until the transaction ends, so that changes of it and of its
 * replies are serialized. Then checks whether the viewer has the permissions on the post.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN when a permission is missing,
 *   CONFLICT when the space was deleted
 */
export async function lockPost(
  transaction: PrismaTransaction,
  viewer: Viewer,
  lock: PostLock,
): Promise<LockedPost> {
  const [comments, places] = await queryTogether(transaction, [
    lockQuery(viewer, lock),
    placeQuery(viewer, lock),
  ]);
  return checkLocked(viewer, lock, comments, places);
}

/**
 * Locks a comment as `lockPost` does, and writes in the same batch if the viewer may.
 *
 * @param result what the work of the transaction returns if something is written
 * @returns false if nothing was written although the viewer may
 * @throws what lockPost throws
 */
export async function lockPostAndWrite(
  transaction: PrismaTransaction,
  viewer: Viewer,
  lock: PostLock,
  { write, result }: { write: GuardedWrite; result: unknown },
): Promise<boolean> {
  const isAllowed = sql`EXISTS (SELECT FROM place WHERE ${joinSql(
    [sql`place."deletedTitle" IS NULL`, ...lock.flags.map((flag) => mayOnPostSql[flag](viewer))],
    ' AND ',
  )})`;
  const [comments, places = []] = await queryLast(
    transaction,
    [
      lockQuery(viewer, lock),
      sql`WITH place AS MATERIALIZED (${placeQuery(viewer, lock)}), ${write(isAllowed)}
        SELECT place.*, (SELECT count(*)::int FROM written) AS written FROM place`,
    ],
    result,
  );
  if (hasWritten(places)) return true;
  checkLocked(viewer, lock, comments, places);
  return false;
}

const hasLevelSql = (role: Role) => sql`place.level >= ${rawSql(String(levelOf(role)))}`;
const isAuthorSql = (viewer: Viewer) => sql`place."postedById" = ${viewer.id}`;

/** Conditions of the permissions, as `commentPermissions` decides, on the row `place`. */
const mayOnPostSql: Readonly<Record<keyof CommentPermissions, (viewer: Viewer) => Sql>> = {
  view: () => sql`TRUE`,
  edit: (viewer) => sql`(${isAuthorSql(viewer)} AND ${hasLevelSql('comment')})`,
  reply: () => hasLevelSql('comment'),
  delete: (viewer) => sql`(${isAuthorSql(viewer)} OR ${hasLevelSql('admin')})`,
};

/** Returns the source of a post `p` with its comment `c`. */
function fromPost(post: PostKey): Sql {
  return 'commentId' in post
    ? sql`comments c CROSS JOIN LATERAL (SELECT c.posted_by_id, c.markdown) p
        WHERE c.id = ${post.commentId}`
    : sql`comment_replies p JOIN comments c ON c.id = p.comment_id WHERE p.id = ${post.replyId}`;
}

/** Selects for whom the comment may be locked: others must not lock anything. */
function lockQuery(viewer: Viewer, { post, flags, isThere }: PostLock): Sql {
  const isTheirs = sql`(${viewer.id} IN (p.posted_by_id, c.posted_by_id)
    OR ${isSpaceOfMemberSql(sql`c.space_id`, viewer)})`;
  return sql`SELECT FROM ${fromPost(post)} AND ${isThere}
    AND ${flags.length === 0 ? sql`TRUE` : isTheirs} FOR UPDATE OF c`;
}

/** Reads the post, which is locked by then. */
function placeQuery(viewer: Viewer, { post, isThere }: PostLock): Sql {
  const userId = sql`${viewer.id}`;
  return sql`SELECT p.posted_by_id AS "postedById", p.markdown,
      ${heldLevelOnSpaceSql(sql`c.space_id`, userId)} AS level,
      ${titleOfDeletedSpaceSql(sql`c.space_id`)} AS "deletedTitle"
    FROM ${fromPost(post)} AND ${isThere} AND ${commentVisibleSql(sql`c`, userId)}`;
}

/** Checks the rows of a post that was locked. */
function checkLocked(
  viewer: Viewer,
  { post, flags }: PostLock,
  comments: readonly object[] = [],
  places: readonly object[] = [],
): LockedPost {
  const [place] = places as Place[];
  if (comments.length === 0 || !place) {
    throw 'commentId' in post
      ? notFound('comment', post.commentId)
      : notFound('reply', post.replyId);
  }
  for (const flag of flags) requireCommentFlag(viewer, place, flag);
  if (place.deletedTitle !== null) throw deletedSpace({ title: place.deletedTitle });
  return place;
}

/** A post with the viewer's level on its space, and the space's title if it is deleted. */
interface Place extends LockedPost {
  level: Level | null;
  deletedTitle: string | null;
}
