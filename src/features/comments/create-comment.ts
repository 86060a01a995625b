import type { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { AppError, notFound } from '../../errors.ts';
import type { WrittenRow } from '../../pagination/written-row.ts';
import {
  changeRequestHeadQuery,
  findChangeRequest,
} from '../change-requests/change-request-access.ts';
import { revisionSource } from '../content/revision-source.ts';
import { keepSpaceAndRead } from '../spaces/lock-space-for.ts';
import { findSpace } from '../spaces/space-access.ts';
import { headOfSpaceSql } from '../spaces/space-sql.ts';
import { bodyMarkdown, documentBody } from './comment-body.ts';
import { insertComment } from './insert-comment.ts';
import {
  commentTarget,
  resolveTarget,
  type CommentTargetInput,
  type TargetColumns,
} from './resolve-comment-target.ts';

/** A new comment (interface, Comments). */
export const newComment = commentTarget.extend({ body: documentBody });

/** The location of a comment: the primary content, or a change request. */
export interface CommentPlace {
  spaceId: string;
  /** Its id or its number in the space. */
  changeRequestId?: string | null | undefined;
}

/**
 * Posts a comment on the current content; in a change request, also on content that it deletes.
 * Requires the level `comment`.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when the space is deleted, BAD_USER_INPUT for a target
 *   that the content does not have
 */
export function createComment(
  context: Context,
  place: CommentPlace,
  { body, ...target }: z.output<typeof newComment>,
): Promise<WrittenRow> {
  const isAboutAll = Object.values(target).every((part) => part === undefined);
  return isAboutAll
    ? commentOnAll(context, place, body)
    : commentOnPart(context, place, body, target);
}

/** Posts a comment on the content as a whole, whose head is read under the lock. */
function commentOnAll(
  context: Context,
  { spaceId, changeRequestId }: CommentPlace,
  body: z.output<typeof documentBody>,
): Promise<WrittenRow> {
  const { viewer } = context;
  const head =
    changeRequestId == null
      ? sql`SELECT NULL AS id, ${headOfSpaceSql(sql`${spaceId}`)} AS "revisionId"`
      : changeRequestHeadQuery({ spaceId, changeRequestId });
  return writeChecked(
    context,
    () => findPlace(context, { spaceId, changeRequestId }),
    async () => {
      const markdown = await bodyMarkdown(body);
      const id = await context.write(async (transaction) => {
        const rows = await keepSpaceAndRead(transaction, viewer, spaceId, 'comment', [head]);
        const [[found] = []] = rows as { id: string | null; revisionId: string }[][];
        if (!found) throw notFound('change request', changeRequestId ?? '');
        const { id: ofChangeRequest, revisionId } = found;
        const content = { spaceId, changeRequestId: ofChangeRequest, markdown, revisionId };
        return insertComment(context, transaction, content);
      });
      return { id };
    },
  );
}

/** Posts a comment on a page or a part of it, which is found before locking. */
async function commentOnPart(
  context: Context,
  place: CommentPlace,
  body: z.output<typeof documentBody>,
  target: CommentTargetInput,
): Promise<WrittenRow> {
  const { changeRequestId, revisionIds } = await findPlace(context, place);
  const { revisionId, columns } = await findTarget(context, revisionIds, target);
  const markdown = await bodyMarkdown(body);
  const { spaceId } = place;
  const id = await context.write(async (transaction) => {
    await keepSpaceAndRead(transaction, context.viewer, spaceId, 'comment', []);
    const content = { spaceId, changeRequestId, markdown, revisionId, ...columns };
    return insertComment(context, transaction, content);
  });
  return { id };
}

interface Place {
  changeRequestId: string | null;
  /** The head, and the base of a change request, whose comparison may be commented on too. */
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
 * Finds a target in the first of several revisions that contains it.
 *
 * @throws BAD_USER_INPUT naming the part that the first revision lacks
 */
async function findTarget(
  context: Context,
  [revisionId, ...others]: readonly [string, ...string[]],
  target: CommentTargetInput,
): Promise<{ revisionId: string; columns: TargetColumns }> {
  const revision = await context.loaders.oneRegardlessOfAccess(revisionSource, revisionId);
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
