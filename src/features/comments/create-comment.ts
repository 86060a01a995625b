import type { z } from 'zod';
import { requireLevel } from '../../auth/require-level.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { findChangeRequest } from '../change-requests/change-request-access.ts';
import { revisionSource } from '../content/revision-source.ts';
import { keepSpace } from '../spaces/lock-space.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findComment } from './comment-access.ts';
import { bodyMarkdown, documentBody } from './comment-body.ts';
import { insertComment } from './insert-comment.ts';
import {
  commentTarget,
  resolveTarget,
  type CommentTargetInput,
  type TargetColumns,
} from './resolve-target.ts';

/** A new comment (interface, Comments). */
export const newComment = commentTarget.extend({ body: documentBody });

/** Where a comment is posted: on the primary content, or on a change request. */
export interface CommentPlace {
  spaceId: string;
  /** Its id or its number in the space. */
  changeRequestId?: string | null | undefined;
}

/**
 * Posts a comment on the content as it is now, in a change request also on what it deletes. Needs
 * the level `comment`.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted, BAD_USER_INPUT for a target
 *   that the content does not have
 */
export async function createComment(
  context: Context,
  place: CommentPlace,
  { body, ...target }: z.output<typeof newComment>,
): Promise<Row<'Comment'>> {
  const { changeRequestId, revisionIds } = await findPlace(context, place);
  const { revisionId, columns } = await findTarget(context, revisionIds, target);
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

interface Place {
  changeRequestId: string | null;
  /** The head, and what it is compared to where comments are on the comparison, too. */
  revisionIds: readonly [string, ...string[]];
}

async function findPlace(
  context: Context,
  { spaceId, changeRequestId }: CommentPlace,
): Promise<Place> {
  if (changeRequestId === null || changeRequestId === undefined) {
    const { revisionId } = await findSpace(context, spaceId, 'comment');
    return { changeRequestId: null, revisionIds: [revisionId] };
  }
  const ref = { spaceId, changeRequestId };
  const changeRequest = await findChangeRequest(context, ref, 'comment');
  const { id, revisionId, revisionMergedAncestorId, revisionInitialId } = changeRequest;
  const base = revisionMergedAncestorId ?? revisionInitialId;
  return { changeRequestId: id, revisionIds: [revisionId, base] };
}

/**
 * Finds a target in the first of some revisions that has it.
 *
 * @throws BAD_USER_INPUT with what the first revision lacks
 */
async function findTarget(
  context: Context,
  [revisionId, ...others]: readonly [string, ...string[]],
  target: CommentTargetInput,
): Promise<{ revisionId: string; columns: TargetColumns }> {
  const revision = await context.loaders.oneOfHistory(revisionSource, revisionId);
  if (!revision) throw new Error(`The revision ${revisionId} is missing.`);
  try {
    return { revisionId, columns: await resolveTarget(context, revision, target) };
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined || !isBadInput(error)) throw error;
    return findTarget(context, [next, ...rest], target).catch((reason: unknown) => {
      throw isBadInput(reason) ? error : reason;
    });
  }
}

function isBadInput(error: unknown): boolean {
  return error instanceof AppError && error.code === 'BAD_USER_INPUT';
}
