import { hasAtLeast } from '../../auth/roles.ts';
import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql, type Sql } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors.ts';
import { changeRequestIdSql, loadChangeRequest } from '../change-requests/change-request-access.ts';
import { deletedSpace } from '../spaces/deleted-space.ts';
import { findSpace } from '../spaces/space-access.ts';
import { commentReplySource, commentSource } from './comment-source.ts';

/** The permissions of a comment or reply (interface, Comment). */
export interface CommentPermissions {
  view: boolean;
  edit: boolean;
  reply: boolean;
  delete: boolean;
}

/** The values that determine access to a comment or reply. */
export type PostRow = Pick<Row<'Comment'>, 'level' | 'postedById' | 'spaceId'>;

/** Returns the viewer's permissions on a comment or reply, for display and for checks. */
export function commentPermissions(
  viewer: Pick<Viewer, 'id'>,
  { level, postedById }: Pick<PostRow, 'level' | 'postedById'>,
): CommentPermissions {
  const isAuthor = postedById === viewer.id;
  const comments = hasAtLeast(level, 'comment');
  return {
    // The row was loaded, so the viewer may see it.
    view: true,
    edit: isAuthor && comments,
    reply: comments,
    delete: isAuthor || hasAtLeast(level, 'admin'),
  };
}

/**
 * Identifies a comment. Its location is optional, but checked if given: the space alone means the
 * primary content; with a change request (id or number), it means that change request.
 */
export interface CommentRef {
  spaceId?: string | null | undefined;
  changeRequestId?: string | null | undefined;
  commentId: string;
}

export interface CommentReplyRef extends Omit<CommentRef, 'commentId'> {
  commentId?: string | null | undefined;
  commentReplyId: string;
}

/**
 * Returns a comment on which the viewer has some permissions; without any, on which they may view.
 *
 * @throws NOT_FOUND when it does not exist there for the viewer, FORBIDDEN when a permission is
 *   missing, CONFLICT for a change when the space is deleted
 */
export async function findComment(
  context: Context,
  ref: CommentRef,
  ...flags: (keyof CommentPermissions)[]
): Promise<Row<'Comment'>> {
  const comment = await loadComment(context, ref);
  if (!comment) throw notFound('comment', ref.commentId);
  await checkFlags(context, comment, flags);
  return comment;
}

/** Like `findComment`, for a reply. */
export async function findCommentReply(
  context: Context,
  ref: CommentReplyRef,
  ...flags: (keyof CommentPermissions)[]
): Promise<Row<'CommentReply'>> {
  const reply = await loadCommentReply(context, ref);
  if (!reply) throw notFound('reply', ref.commentReplyId);
  await checkFlags(context, reply, flags);
  return reply;
}

/** Returns the comment; null if it does not exist there for the viewer. */
export async function loadComment(
  context: Context,
  ref: CommentRef,
): Promise<Row<'Comment'> | null> {
  const comment = await context.loaders.one(commentSource, ref.commentId);
  return comment && (await isPlace(context, ref, comment)) ? comment : null;
}

/** Returns the reply; null if it does not exist there for the viewer. */
async function loadCommentReply(
  context: Context,
  ref: CommentReplyRef,
): Promise<Row<'CommentReply'> | null> {
  const reply = await context.loaders.one(commentReplySource, ref.commentReplyId);
  if (!reply || (ref.commentId ?? reply.commentId) !== reply.commentId) return null;
  return (await isPlace(context, ref, reply)) ? reply : null;
}

/** True if the comment `c` is in the location of a reference. */
export function isAtSql({
  spaceId = null,
  changeRequestId = null,
}: Omit<CommentRef, 'commentId'>): Sql {
  const isInSpace = spaceId === null ? sql`TRUE` : sql`c.space_id = ${spaceId}`;
  if (changeRequestId === null) {
    return spaceId === null ? isInSpace : sql`(${isInSpace} AND c.change_request_id IS NULL)`;
  }
  const id = changeRequestIdSql(sql`c.space_id`, changeRequestId);
  return sql`(${isInSpace} AND c.change_request_id = ${id})`;
}

/** True if the reply is one of the comment `c`, in the location of its reference. */
export function isReplyAtSql({ commentId, ...place }: CommentReplyRef): Sql {
  const isOfComment = commentId == null ? sql`TRUE` : sql`c.id = ${commentId}`;
  return sql`(${isAtSql(place)} AND ${isOfComment})`;
}

/** Checks whether a comment or reply is in the location of a reference. */
async function isPlace(
  context: Context,
  { spaceId = null, changeRequestId = null }: Omit<CommentRef, 'commentId'>,
  place: Pick<Row<'Comment'>, 'spaceId' | 'changeRequestId'>,
): Promise<boolean> {
  if (spaceId !== null && spaceId !== place.spaceId) return false;
  if (changeRequestId === null) return spaceId === null || place.changeRequestId === null;
  const ref = { spaceId: place.spaceId, changeRequestId };
  const changeRequest = await loadChangeRequest(context, ref);
  return changeRequest !== null && changeRequest.id === place.changeRequestId;
}

/**
 * Requires permissions on a comment or reply.
 *
 * @throws FORBIDDEN when one is missing, CONFLICT for a change when the space is deleted
 */
async function checkFlags(
  context: Context,
  post: PostRow,
  flags: readonly (keyof CommentPermissions)[],
): Promise<void> {
  for (const flag of flags) requireCommentFlag(context.viewer, post, flag);
  if (flags.every((flag) => flag === 'view')) return;
  const space = await findSpace(context, post.spaceId);
  if (space.deletedAt) throw deletedSpace(space);
}

/** @throws FORBIDDEN when a permission on a comment or reply is missing */
export function requireCommentFlag(
  viewer: Pick<Viewer, 'id'>,
  post: Pick<PostRow, 'level' | 'postedById'>,
  flag: keyof CommentPermissions,
): void {
  if (commentPermissions(viewer, post)[flag]) return;
  if (flag === 'edit' && post.postedById !== viewer.id) {
    throw new AppError('FORBIDDEN', 'Only its author can edit what somebody wrote.');
  }
  throw flag === 'delete'
    ? forbidden('delete what somebody else wrote', 'admin')
    : forbidden('take part in the discussion', 'comment');
}
