import { sql, type Database } from '../../database/database.ts';

/** Removes some change requests of a space for good. Answers how many. */
export function removeChangeRequests(
  db: Database,
  spaceId: string,
  limit: number,
): Promise<number> {
  return db.prisma.$executeRaw(sql`
    DELETE FROM change_requests c
    WHERE c.id IN (SELECT id FROM change_requests WHERE space_id = ${spaceId} LIMIT ${limit})`);
}
