import { sql, type Database } from '../../database/database.ts';

/** Deletes up to `limit` comments of a space, with their replies. Returns the number. */
export function removeComments(db: Database, spaceId: string, limit: number): Promise<number> {
  return db.execute(sql`
    DELETE FROM comments c
    WHERE c.id IN (SELECT id FROM comments WHERE space_id = ${spaceId} LIMIT ${limit})`);
}
