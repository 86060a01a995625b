import type { Viewer } from '../../auth/viewer.ts';
import { emptySql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { conflict, notFound } from '../../errors.ts';
import { deletedSpace } from './deleted-space.ts';

/**
 * State of a space that decisions inside a transaction are based on. It cannot change until the
 * transaction ends.
 */
export interface LockedSpace {
  revisionId: string;
  editMode: 'live' | 'locked';
  lastChangeRequest: number;
  title: string;
  deletedAt: Date | null;
}

/**
 * Reads a space and holds it, so that others who lock it wait for the end of the transaction.
 *
 * @param options.deleted also takes a deleted space
 * @throws NOT_FOUND when it is gone, CONFLICT when it is deleted
 */
export async function lockSpace(
  transaction: PrismaTransaction,
  id: string,
  options: { deleted?: boolean } = {},
): Promise<LockedSpace> {
  const rows = await transaction.$queryRaw<LockedSpace[]>(lockSpaceQuery(id));
  return checkSpace(rows, id, options);
}

/**
 * Reads and holds a space, for `checkSpace`.
 *
 * @param viewer for whom it is held: others than members of its organization hold nothing
 */
export function lockSpaceQuery(id: string, viewer?: Pick<Viewer, 'memberships'>): Sql {
  const isTheirs = viewer ? isOfMemberSql(viewer) : emptySql;
  // Rows that refer to the space can still be written: they only need its key to stay.
  return sql`
    SELECT s.revision_id AS "revisionId", s.edit_mode AS "editMode",
      s.last_change_request AS "lastChangeRequest", s.title, s.deleted_at AS "deletedAt"
    FROM spaces s WHERE s.id = ${id} ${isTheirs} FOR NO KEY UPDATE`;
}

/** Restricts spaces `s` to those of organizations that the viewer is a member of. */
export function isOfMemberSql({ memberships }: Pick<Viewer, 'memberships'>): Sql {
  return sql`AND s.organization_id = ANY(${[...memberships.keys()]}::text[])`;
}

/**
 * Sees to it that a space is not deleted until the transaction ends, and waits for nobody but one
 * who deletes it: its content may be written at the same time. For `checkSpace`.
 */
export function keepSpaceQuery(id: string): Sql {
  return sql`
    SELECT s.title, s.deleted_at AS "deletedAt" FROM spaces s WHERE s.id = ${id} FOR KEY SHARE`;
}

/**
 * Checks the rows of a space that is held.
 *
 * @throws NOT_FOUND when it is gone, CONFLICT when it is deleted
 */
export function checkSpace<Space extends Pick<LockedSpace, 'title' | 'deletedAt'>>(
  [space]: readonly Space[],
  id: string,
  options: { deleted?: boolean } = {},
): Space {
  if (!space) throw notFound('space', id);
  if (space.deletedAt && !options.deleted) throw deletedSpace(space);
  return space;
}

/** A space that changes hands. */
export interface HeldSpace {
  id: string;
  title: string;
  deletedAt: Date | null;
}

/** Reads and holds the spaces right in some collections, deleted ones too. */
export function lockSpacesIn(
  transaction: PrismaTransaction,
  collectionIds: readonly string[],
): Promise<HeldSpace[]> {
  return transaction.$queryRaw<HeldSpace[]>(sql`
    SELECT s.id, s.title, s.deleted_at AS "deletedAt" FROM spaces s
    WHERE s.parent_id = ANY(${[...collectionIds]}::text[]) ORDER BY s.id FOR NO KEY UPDATE`);
}

/**
 * Sees to it that a space stays with an organization until the transaction ends.
 *
 * @throws CONFLICT when it left the organization meanwhile
 */
export async function keepOwner(
  transaction: PrismaTransaction,
  spaceId: string,
  organizationId: string,
): Promise<void> {
  const kept = await transaction.$queryRaw<unknown[]>(sql`
    SELECT FROM spaces s WHERE s.id = ${spaceId} AND s.organization_id = ${organizationId}
    FOR SHARE`);
  if (kept.length === 0) throw conflict('The space left the organization meanwhile.');
}
