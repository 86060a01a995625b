import type { PrismaTransaction } from '../../database/database.ts';
import { sql } from '../../database/database.ts';
import { conflict, notFound } from '../../errors.ts';

/** What decisions inside a transaction rest on: nobody changes it until the transaction ends. */
export interface LockedSpace {
  revisionId: string;
  editMode: 'live' | 'locked';
  lastChangeRequest: number;
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
  // Rows that refer to the space can still be written: they only need its key to stay.
  const [space] = await transaction.$queryRaw<LockedSpace[]>(sql`
    SELECT s.revision_id AS "revisionId", s.edit_mode AS "editMode",
      s.last_change_request AS "lastChangeRequest", s.deleted_at AS "deletedAt"
    FROM spaces s WHERE s.id = ${id} FOR NO KEY UPDATE`);
  if (!space) throw notFound('space', id);
  if (space.deletedAt && !options.deleted) {
    throw conflict('The space was deleted meanwhile; restore it first.');
  }
  return space;
}
