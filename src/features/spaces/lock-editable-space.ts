import type { Viewer } from '../../auth/viewer.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict, type AppError } from '../../errors.ts';
import { lockSpaceFor } from './lock-space-for.ts';
import type { LockedSpace } from './lock-space.ts';

/**
 * Locks a space that accepts direct edits, and checks that the viewer may still edit it.
 *
 * @throws as lockSpaceFor does for the flag `edit`, CONFLICT when it is locked
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

/** Returns the error for a direct edit to a locked space. */
export function lockedSpace(): AppError {
  return conflict('The space is locked: unlock it, or use a change request.');
}
