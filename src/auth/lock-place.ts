import { sql, type PrismaTransaction } from '../database/database.ts';
import { places, type PlaceKind } from './place-sql.ts';

/**
 * Holds a space or a collection as it is, so that whoever moves, transfers or deletes it waits for
 * the end of the transaction.
 *
 * @returns the id of the organization that owns it; null when it is gone
 */
export async function lockPlace(
  transaction: PrismaTransaction,
  kind: PlaceKind,
  id: string,
): Promise<string | null> {
  const [place] = await transaction.$queryRaw<{ organizationId: string }[]>(sql`
    SELECT s.organization_id AS "organizationId" FROM ${places[kind].table} s
    WHERE s.id = ${id} FOR SHARE`);
  return place?.organizationId ?? null;
}
