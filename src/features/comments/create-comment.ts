import type { z } from 'zod';
import { requireLevel } from '../../auth/require-level.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findChangeRequest } from '../change-requests/change-request-access.ts';
import { revisionSource } from '../content/revision-source.ts';
import { keepSpace } from '../spaces/lock-space.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findComment } from './comment-access.ts';
import { bodyMarkdown, documentBody } from './comment-body.ts';
import { insertComment } from './insert-comment.ts';
import { commentTarget, resolveTarget } from './resolve-target.ts';

/** A new comment (interface, Comments). */
export const newComment = commentTarget.extend({ body: documentBody });

/** Where a comment is posted: on the primary content, or on a change request. */
export interface CommentPlace {
  spaceId: string;
  /** Its id or its number in the space. */
  changeRequestId?: string | null | undefined;
}

/**
 * Posts a comment on the content as it is now. Needs the level `comment`.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted, BAD_USER_INPUT for a target
 *   that the content does not have
 */
export async function createComment(
  context: Context,
  place: CommentPlace,
  { body, ...target }: z.output<typeof newComment>,
): Promise<Row<'Comment'>> {
  const { changeRequestId, revisionId } = await findPlace(context, place);
  const revision = await context.loaders.oneOfHistory(revisionSource, revisionId);
  if (!revision) throw new Error(`The revision ${revisionId} is missing.`);
  const columns = await resolveTarget(context, revision, target);
  const markdown = await bodyMarkdown(body);
  const { spaceId } = place;
  const commentId = await context.write(async (transaction) => {
    await keepSpace(transaction, spaceId);
    await requireLevel(transaction, context.viewer, { kind: 'space', id: spaceId }, 'comment');
    const content = { spaceId, changeRequestId, markdown, revisionId, ...columns };
    return insertComment(context, transaction, content);
  });
  return findComment(context, { commentId });
}

async function findPlace(context: Context, { spaceId, changeRequestId }: CommentPlace) {
  if (changeRequestId === null || changeRequestId === undefined) {
    const { revisionId } = await findSpace(context, spaceId, 'comment');
    return { changeRequestId: null, revisionId };
  }
  const ref = { spaceId, changeRequestId };
  const { id, revisionId } = await findChangeRequest(context, ref, 'comment');
  return { changeRequestId: id, revisionId };
}
