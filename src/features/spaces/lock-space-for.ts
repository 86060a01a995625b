import { checkLevel, heldLevelQuery } from '../../auth/require-level.ts';
import type { Viewer } from '../../auth/viewer.ts';
import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { queryTogether } from '../../database/direct-transaction.ts';
import { deletedSpace } from './deleted-space.ts';
import {
  checkSpace,
  deletedMeanwhile,
  keepSpaceQuery,
  lockSpaceQuery,
  type LockedSpace,
} from './lock-space.ts';
import { roleFor } from './space-access.ts';

/**
 * Locks a space as lockSpace does, and then checks a permission flag of the viewer.
 *
 * @param options.deleted also accepts a deleted space
 * @throws NOT_FOUND when it no longer exists for the viewer, FORBIDDEN when the flag is now false,
 *   CONFLICT when it is deleted
 */
export async function lockSpaceFor(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
  flag: keyof typeof roleFor,
  options: { deleted?: boolean } = {},
): Promise<LockedSpace> {
  return (await lockSpaceAndRead(transaction, viewer, { id, flag, ...options }, [])).space;
}

/** Purpose of the lock of a space. */
interface SpaceLock {
  id: string;
  flag: keyof typeof roleFor;
  deleted?: boolean;
  /** Whether nobody has read the space before, so that one that was deleted long ago is told so. */
  isUnread?: boolean;
}

/**
 * Locks a space as `lockSpaceFor` does, and reads rows that cannot change while it is locked, in
 * one batch.
 *
 * @param queries read what the decisions of the transaction rest on
 * @throws what lockSpaceFor throws
 */
export async function lockSpaceAndRead(
  transaction: PrismaTransaction,
  viewer: Viewer,
  { id, flag, deleted, isUnread = false }: SpaceLock,
  queries: readonly Sql[],
): Promise<{ space: LockedSpace; rows: object[][] }> {
  const place = { kind: 'space', id } as const;
  const asked = isUnread ? [deletedSpaceQuery(id)] : [];
  const results = await queryTogether(transaction, [
    ...asked,
    lockSpaceQuery(id, viewer),
    heldLevelQuery(viewer, place),
    ...queries,
  ]);
  const before = results.slice(0, asked.length).flat();
  const [spaces = [], levels = [], ...rows] = results.slice(asked.length);
  const space = checkSpace(spaces as unknown as LockedSpace[], id, { deleted: true });
  checkLevel(levels, place, roleFor[flag]);
  if (deleted !== true) checkKept(before, space);
  return { space, rows };
}

/**
 * Sees to it that a space is not deleted until the transaction ends, for something that a flag
 * allows the viewer, and waits for nobody but one who deletes it; and reads what is wanted of it.
 *
 * @throws what lockSpaceFor throws
 */
export async function keepSpaceAndRead(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
  flag: keyof typeof roleFor,
  queries: readonly Sql[],
): Promise<object[][]> {
  const place = { kind: 'space', id } as const;
  const [before = [], spaces = [], levels = [], ...rows] = await queryTogether(transaction, [
    deletedSpaceQuery(id),
    keepSpaceQuery(id),
    heldLevelQuery(viewer, place),
    ...queries,
  ]);
  const space = checkSpace(spaces as unknown as LockedSpace[], id, { deleted: true });
  checkLevel(levels, place, roleFor[flag]);
  checkKept(before, space);
  return rows;
}

/** Reads the title of a space that is deleted before the transaction holds it. */
function deletedSpaceQuery(id: string): Sql {
  return sql`SELECT s.title FROM spaces s WHERE s.id = ${id} AND s.deleted_at IS NOT NULL`;
}

/** @throws CONFLICT for a space that was deleted before, or while the transaction waited for it */
function checkKept(before: readonly object[], space: Pick<LockedSpace, 'deletedAt'>): void {
  const [known] = before as readonly { title: string }[];
  if (known) throw deletedSpace(known);
  if (space.deletedAt) throw deletedMeanwhile();
}
