import {
  checkLevel,
  hasWritten,
  heldLevelQuery,
  writeAtLevelQuery,
  type GuardedWrite,
} from '../../auth/require-level.ts';
import { hasAtLeast, type Level } from '../../auth/roles.ts';
import type { Viewer } from '../../auth/viewer.ts';
import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { queryLast, queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import {
  checkSpace,
  isOfMemberSql,
  keepSpaceQuery,
  lockSpaceQuery,
  type LockedSpace,
} from './lock-space.ts';
import { spaceRoleFor } from './space-access.ts';

/**
 * Locks a space as lockSpace does, and then checks a permission flag of the viewer.
 *
 * @param options.deleted also accepts a deleted space
 * @throws NOT_FOUND when it no longer exists for the viewer, FORBIDDEN when the flag is now false,
 *   CONFLICT when it is deleted
 */
export async function lockSpaceAuthorized(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
  flag: keyof typeof spaceRoleFor,
  options: { deleted?: boolean } = {},
): Promise<LockedSpace> {
  return (await lockSpaceAndRead(transaction, viewer, { id, flag, ...options }, [])).space;
}

/** Purpose of the lock of a space. */
interface SpaceLock {
  id: string;
  flag: keyof typeof spaceRoleFor;
  deleted?: boolean;
}

/**
 * Locks a space as `lockSpaceAuthorized` does, and reads rows that cannot change while it is
 * locked, in one batch.
 *
 * @param queries read what the decisions of the transaction rest on
 * @throws what lockSpaceAuthorized throws
 */
export async function lockSpaceAndRead(
  transaction: PrismaTransaction,
  viewer: Viewer,
  { id, flag, deleted = false }: SpaceLock,
  queries: readonly Sql[],
): Promise<{ space: LockedSpace; rows: object[][] }> {
  const place = { kind: 'space', id } as const;
  const [spaces = [], levels = [], ...rows] = await queryTogether(transaction, [
    lockSpaceQuery(id, viewer),
    heldLevelQuery(viewer, place),
    ...queries,
  ]);
  return { space: checkPlace(place, flag, { spaces, levels, deleted }), rows };
}

/** The write for which a space is locked or held. */
interface SpaceWrite {
  write: GuardedWrite;
  /** Result of the transaction's work if something is written. */
  result: unknown;
}

/**
 * Locks a space as `lockSpaceAndRead` does, and writes in the same batch if the viewer may.
 *
 * @param queries read rows before the write
 * @throws what lockSpaceAuthorized throws, if nothing was written
 */
export async function lockSpaceAndWrite(
  transaction: PrismaTransaction,
  viewer: Viewer,
  { id, flag }: SpaceLock,
  queries: readonly Sql[],
  { write, result }: SpaceWrite,
): Promise<{ isWritten: boolean; rows: object[][] }> {
  const place = { kind: 'space', id } as const;
  const isWritable = sql`(s.deleted_at IS NULL ${isOfMemberSql(viewer)})`;
  const [spaces = [], ...others] = await queryLast(
    transaction,
    [
      lockSpaceQuery(id, viewer),
      ...queries,
      writeAtLevelQuery(viewer, place, spaceRoleFor[flag], { isWritable, write }),
    ],
    result,
  );
  const levels = others.at(-1) ?? [];
  const isWritten = hasWritten(levels);
  if (!isWritten) checkPlace(place, flag, { spaces, levels });
  return { isWritten, rows: others.slice(0, -1) };
}

/**
 * Sees to it that a space is not deleted until the transaction ends, and writes in the same batch
 * if the viewer may. Waits for nobody but one who deletes the space.
 *
 * @returns whether something was written
 * @throws what lockSpaceAuthorized throws, if nothing was written
 */
export async function keepSpaceAndWrite(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
  flag: keyof typeof spaceRoleFor,
  { write, result }: SpaceWrite,
): Promise<boolean> {
  const place = { kind: 'space', id } as const;
  const isWritable = sql`s.deleted_at IS NULL`;
  const [spaces = [], levels = []] = await queryLast(
    transaction,
    [
      keepSpaceQuery(id),
      writeAtLevelQuery(viewer, place, spaceRoleFor[flag], { isWritable, write }),
    ],
    result,
  );
  if (hasWritten(levels)) return true;
  checkPlace(place, flag, { spaces, levels });
  return false;
}

/**
 * Checks the rows that were read of a space and of the viewer's level on it. As in reads, a deleted
 * space exists for its administrators only, also if it was deleted while the write waited.
 */
function checkPlace(
  place: { kind: 'space'; id: string },
  flag: keyof typeof spaceRoleFor,
  { spaces, levels, deleted = false }: { spaces: object[]; levels: object[]; deleted?: boolean },
): LockedSpace {
  const { deletedAt } = checkSpace(spaces as LockedSpace[], place.id, { deleted: true });
  const [held] = levels as { level: Level | null }[];
  if (deletedAt && !hasAtLeast(held?.level ?? null, 'admin')) throw notFound('space', place.id);
  checkLevel(levels, place, spaceRoleFor[flag]);
  return checkSpace(spaces as LockedSpace[], place.id, { deleted });
}
