import type { z } from 'zod';
import { guardedWrite } from '../../auth/require-level.ts';
import { writeChecked, type Context } from '../../context.ts';
import { sql, type Sql } from '../../database/database.ts';
import { AppError, notFound } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import {
  changeRequestHeadSql,
  findChangeRequest,
} from '../change-requests/change-request-access.ts';
import { revisionSource } from '../content/revision-source.ts';
import { keepSpaceAndWrite } from '../spaces/lock-space-authorized.ts';
import { findSpace } from '../spaces/space-access.ts';
import { headOfSpaceSql } from '../spaces/space-sql.ts';
import { bodyMarkdown, documentBody } from './comment-body.ts';
import { insertCommentSql } from './insert-comment.ts';
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
  place: CommentPlace,
  body: z.output<typeof documentBody>,
): Promise<WrittenRow> {
  return writeChecked(
    context,
    () => findPlace(context, place),
    async () => {
      const { spaceId } = place;
      const content = { spaceId, markdown: await bodyMarkdown(body) };
      const { from, ...head } = headOf(place);
      return write(context, place, (id, allowed) =>
        insertCommentSql(context, id, { ...content, ...head }, sql`${from} AND ${allowed}`),
      );
    },
  );
}

/** The head of the content in a place: expressions, and the query that they are of. */
function headOf({ spaceId, changeRequestId }: CommentPlace) {
  if (changeRequestId != null) return changeRequestHeadSql({ spaceId, changeRequestId });
  return { revisionId: headOfSpaceSql(sql`${spaceId}`), from: sql`WHERE TRUE` };
}

/** Inserts a comment by a statement, if the viewer may comment in its place. */
function write(
  context: Context,
  { spaceId, changeRequestId }: CommentPlace,
  insert: (id: string, allowed: Sql) => Sql,
): Promise<WrittenRow> {
  return context.write(async (transaction) => {
    const result = { id: newId('Comment') };
    const isWritten = await keepSpaceAndWrite(transaction, context.viewer, spaceId, 'comment', {
      write: guardedWrite((allowed) => insert(result.id, allowed)),
      result,
    });
    if (!isWritten) throw notFound('change request', changeRequestId ?? '');
    return result;
  });
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
  const content = { spaceId: place.spaceId, changeRequestId, markdown, revisionId, ...columns };
  return write(context, place, (id, allowed) =>
    insertCommentSql(context, id, content, sql`WHERE ${allowed}`),
  );
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
