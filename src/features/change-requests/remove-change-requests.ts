import { sql, type Database } from '../../database/database.ts';

/** Deletes up to `limit` change requests of a space. Returns the number. */
export function removeChangeRequests(
  db: Database,
  spaceId: string,
  limit: number,
): Promise<number> {
  return db.execute(sql`
    DELETE FROM change_requests c
    WHERE c.id IN (SELECT id FROM change_requests WHERE space_id = ${spaceId} LIMIT ${limit})`);
}
