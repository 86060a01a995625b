import type { Viewer } from '../../auth/viewer.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict, type AppError } from '../../errors.ts';
import { lockSpaceFor } from './lock-space-for.ts';
import type { LockedSpace } from './lock-space.ts';

/**
 * Holds a space whose primary content takes direct edits, for a viewer who still may make some.
 *
 * @throws what lockSpaceFor throws of the flag `edit`, CONFLICT when it is locked
 */
export async function lockEditableSpace(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
): Promise<LockedSpace> {
  const space = await lockSpaceFor(transaction, viewer, id, 'edit');
  if (space.editMode === 'locked') throw lockedSpace();
  return space;
}

/** The primary content takes no direct edits. */
export function lockedSpace(): AppError {
  return conflict('The space is locked: unlock it, or use a change request.');
}
