import type { PrismaTransaction } from '../../database/database.ts';
import { conflict, type AppError } from '../../errors.ts';
import { lockSpace, type LockedSpace } from './lock-space.ts';

/**
 * Holds a space whose primary content takes direct edits.
 *
 * @throws NOT_FOUND when it is gone, CONFLICT when it is deleted or locked
 */
export async function lockEditableSpace(
  transaction: PrismaTransaction,
  id: string,
): Promise<LockedSpace> {
  const space = await lockSpace(transaction, id);
  if (space.editMode === 'locked') throw lockedSpace();
  return space;
}

/** The primary content takes no direct edits. */
export function lockedSpace(): AppError {
  return conflict('The space is locked: unlock it, or use a change request.');
}
