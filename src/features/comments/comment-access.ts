import { reaches } from '../../auth/roles.ts';
import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AppError, forbidden, notFound } from '../../errors.ts';
import { loadChangeRequest } from '../change-requests/change-request-access.ts';
import { deletedSpace } from '../spaces/deleted-space.ts';
import { findSpace } from '../spaces/space-access.ts';
import { commentReplySource, commentSource } from './comment-source.ts';

/** The flags of a comment or a reply (interface, Comment). */
export interface CommentPermissions {
  view: boolean;
  edit: boolean;
  reply: boolean;
  delete: boolean;
}

/** What access to a comment and to a reply rests on. */
export type Post = Pick<Row<'Comment'>, 'level' | 'postedById' | 'spaceId'>;

/** What a viewer may do with a comment or a reply: the flags that are shown, and the gates. */
export function commentPermissions(
  viewer: Pick<Viewer, 'id'>,
  { level, postedById }: Pick<Post, 'level' | 'postedById'>,
): CommentPermissions {
  const isAuthor = postedById === viewer.id;
  const comments = reaches(level, 'comment');
  return {
    // The row was loaded, so it may be viewed.
    view: true,
    edit: isAuthor && comments,
    reply: comments,
    delete: isAuthor || reaches(level, 'admin'),
  };
}

/**
 * Names a comment. Where it stands is optional, but must be right when it is given: the space alone
 * means the primary content, with a change request (its id or its number) that change request.
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
 * The comment that is meant, for something that some flags allow; to view it, without any.
 *
 * @throws NOT_FOUND when it does not exist there for the viewer, FORBIDDEN when a flag is false,
 *   CONFLICT when a change is meant and the space is deleted
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

/** As `findComment`, for a reply. */
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

/** The comment that is meant; null when it does not exist there for the viewer. */
export async function loadComment(
  context: Context,
  ref: CommentRef,
): Promise<Row<'Comment'> | null> {
  const comment = await context.loaders.one(commentSource, ref.commentId);
  return comment && (await isPlace(context, ref, comment)) ? comment : null;
}

/** The reply that is meant; null when it does not exist there for the viewer. */
export async function loadCommentReply(
  context: Context,
  ref: CommentReplyRef,
): Promise<Row<'CommentReply'> | null> {
  const reply = await context.loaders.one(commentReplySource, ref.commentReplyId);
  if (!reply || (ref.commentId ?? reply.commentId) !== reply.commentId) return null;
  return (await isPlace(context, ref, reply)) ? reply : null;
}

/** Whether what stands at a place is what a reference means. */
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
 * Lets pass what some flags of a comment or a reply allow.
 *
 * @throws FORBIDDEN when one is false, CONFLICT for a change when the space is deleted
 */
async function checkFlags(
  context: Context,
  post: Post,
  flags: readonly (keyof CommentPermissions)[],
): Promise<void> {
  for (const flag of flags) requireFlag(context.viewer, post, flag);
  if (flags.every((flag) => flag === 'view')) return;
  const space = await findSpace(context, post.spaceId);
  if (space.deletedAt) throw deletedSpace(space);
}

/** @throws FORBIDDEN when a flag of a comment or a reply is false */
export function requireFlag(
  viewer: Pick<Viewer, 'id'>,
  post: Pick<Post, 'level' | 'postedById'>,
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
