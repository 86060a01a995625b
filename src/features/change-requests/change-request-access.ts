import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql, type Sql } from '../../database/database.ts';
import { AppError, notFound } from '../../errors.ts';
import { findSpace, spacePermissions } from '../spaces/space-access.ts';
import { changeRequestSource } from './change-request-source.ts';

/** The viewer's permissions on a change request. */
export interface ChangeRequestPermissions {
  view: boolean;
  comment: boolean;
  edit: boolean;
  review: boolean;
  merge: boolean;
}

/** Returns the viewer's permissions on a change request, for display and for checks. */
export function changeRequestPermissions(
  { id: viewerId }: Pick<Viewer, 'id'>,
  { createdById }: Pick<Row<'ChangeRequest'>, 'createdById'>,
  space: Pick<Row<'Space'>, 'level' | 'publishedVisibility'>,
): ChangeRequestPermissions {
  const { access, comment, edit, review, merge } = spacePermissions(space);
  return { view: access, comment, edit, review: review && createdById !== viewerId, merge };
}

/** Identifies a change request of a space, by its id or number. */
export interface ChangeRequestRef {
  spaceId: string;
  changeRequestId: string;
}

const NUMBER_MAX = 2 ** 31 - 1;

/**
 * Returns a change request by id or number, on which the viewer has a permission.
 *
 * @throws NOT_FOUND when it or the space does not exist for the viewer, FORBIDDEN without the
 *   permission, CONFLICT for a change when the space is deleted
 */
export async function findChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  flag: keyof ChangeRequestPermissions = 'view',
): Promise<Row<'ChangeRequest'>> {
  await findSpace(context, ref.spaceId);
  const changeRequest = await loadChangeRequest(context, ref);
  if (!changeRequest) throw notFound('change request', ref.changeRequestId);
  // Checked last: everyone who sees the space gets the same error for a missing change request.
  await findSpace(context, ref.spaceId, flag);
  if (flag === 'review') requireOtherCreator(context.viewer, changeRequest);
  return changeRequest;
}

/** @throws FORBIDDEN for the creator of a change request, who cannot review it */
export function requireOtherCreator(
  viewer: Pick<Viewer, 'id'>,
  { createdById }: Pick<Row<'ChangeRequest'>, 'createdById'>,
): void {
  if (createdById !== viewer.id) return;
  throw new AppError('FORBIDDEN', 'The creator of a change request cannot review it.');
}

/** Returns a change request by id or number; null if there is none that the viewer may see. */
export async function loadChangeRequest(
  { db, loaders }: Context,
  { spaceId, changeRequestId }: ChangeRequestRef,
): Promise<Row<'ChangeRequest'> | null> {
  const number = numberOf(changeRequestId);
  const id =
    number === null
      ? changeRequestId
      : await loaders.batch('id of a change request', `${spaceId} ${number}`, async (keys) => {
          const rows = await db.query(sql`
            SELECT t.space_id || ' ' || t.number, t.id FROM change_requests t
            WHERE (t.space_id, t.number) IN (
              SELECT split_part(key, ' ', 1), split_part(key, ' ', 2)::int
              FROM unnest(${[...keys]}::text[]) key)`);
          const ids = new Map(rows as [string, string][]);
          return keys.map((key) => ids.get(key) ?? null);
        });
  const changeRequest = id === null ? null : await loaders.one(changeRequestSource, id);
  return changeRequest?.spaceId === spaceId ? changeRequest : null;
}

/** True if the row with an alias is the change request of a reference, in a space. */
export function isChangeRequestSql(
  row: Sql,
  { spaceId, changeRequestId }: { spaceId: Sql; changeRequestId: string },
): Sql {
  const number = numberOf(changeRequestId);
  return number === null
    ? sql`(${row}.id = ${changeRequestId} AND ${row}.space_id = ${spaceId})`
    : sql`(${row}.space_id = ${spaceId} AND ${row}.number = ${number}::int)`;
}

/** Returns expressions of the id and head of a change request, and the query that they are of. */
export function changeRequestHeadSql({ spaceId, changeRequestId }: ChangeRequestRef) {
  const isMeant = isChangeRequestSql(sql`c`, { spaceId: sql`${spaceId}`, changeRequestId });
  return {
    changeRequestId: sql`c.id`,
    revisionId: sql`c.revision_id`,
    from: sql`FROM change_requests c WHERE ${isMeant}`,
  };
}

/** Selects the id of a change request; NULL if the space has none. */
export function changeRequestIdSql(spaceId: Sql, changeRequestId: string): Sql {
  const isMeant = isChangeRequestSql(sql`q`, { spaceId, changeRequestId });
  return sql`(SELECT q.id FROM change_requests q WHERE ${isMeant})`;
}

/** Returns the number in a reference; null for anything else. A number has only one spelling. */
function numberOf(reference: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(reference)) return null;
  const number = Number(reference);
  return number <= NUMBER_MAX ? number : null;
}
