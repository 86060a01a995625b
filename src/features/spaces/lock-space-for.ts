import { requireLevel } from '../../auth/require-level.ts';
import type { Viewer } from '../../auth/viewer.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { lockSpace, type LockedSpace } from './lock-space.ts';
import { roleFor } from './space-access.ts';

/**
 * Holds a space as lockSpace does, for something that a flag allows the viewer, and asks for that
 * now that it is held.
 *
 * @param options.deleted also takes a deleted space
 * @throws NOT_FOUND when it is gone or the viewer has no level on it any more, FORBIDDEN when the
 *   flag is false by now, CONFLICT when it is deleted
 */
export async function lockSpaceFor(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
  flag: keyof typeof roleFor,
  options: { deleted?: boolean } = {},
): Promise<LockedSpace> {
  const space = await lockSpace(transaction, id, options);
  await requireLevel(transaction, viewer, { kind: 'space', id }, roleFor[flag]);
  return space;
}
