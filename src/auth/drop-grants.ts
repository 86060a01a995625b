import { sql, type PrismaTransaction } from '../database/database.ts';

/**
 * Takes away every grant on some spaces and collections, to users and to teams, e.g. because
 * another organization takes them over.
 */
export async function dropGrants(
  transaction: PrismaTransaction,
  on: { spaceIds: readonly string[]; collectionIds: readonly string[] },
): Promise<void> {
  await transaction.$executeRaw(sql`
    DELETE FROM grants g WHERE g.space_id = ANY(${[...on.spaceIds]}::text[])
      OR g.collection_id = ANY(${[...on.collectionIds]}::text[])`);
}
