import type { Viewer } from '../../auth/viewer.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { conflict, type AppError } from '../../errors.ts';
import { indexStatesOf } from '../../revisions/derived/index-states.ts';
import { inOrderOfIds, revisionsQuery } from '../../revisions/store/revisions-by-id.ts';
import { lockSpaceAndRead } from './lock-space-authorized.ts';
import { headOfSpaceSql } from './space-sql.ts';

/**
 * Locks a space that accepts direct edits, and checks that the viewer may still edit it.
 *
 * @returns the head of its primary content
 * @throws as lockSpaceAuthorized does for the flag `edit`, CONFLICT when it is locked
 */
export async function lockEditableSpace(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
): Promise<Revision> {
  const [{ space, rows }] = await Promise.all([
    lockSpaceAndRead(transaction, viewer, { id, flag: 'edit' }, [
      revisionsQuery(headOfSpaceSql(sql`${id}`)),
    ]),
    indexStatesOf(transaction, id),
  ]);
  if (space.editMode === 'locked') throw lockedSpace();
  const [revisions = []] = rows as Revision[][];
  const [head] = inOrderOfIds(revisions, [space.revisionId]);
  return head;
}

/** Returns the error for a direct edit to a locked space. */
export function lockedSpace(): AppError {
  return conflict('The space is locked: unlock it, or use a change request.');
}
