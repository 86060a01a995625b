import { sql, type PrismaTransaction } from '../database/database.ts';

/**
 * Takes away every grant on some spaces and collections, to users and to teams, and every invite
 * that would give one, e.g. because another organization takes them over.
 */
export async function dropGrants(
  transaction: PrismaTransaction,
  on: { spaceIds: readonly string[]; collectionIds: readonly string[] },
): Promise<void> {
  const [spaceIds, collectionIds] = [[...on.spaceIds], [...on.collectionIds]];
  await transaction.$executeRaw(sql`
    DELETE FROM grants g WHERE g.space_id = ANY(${spaceIds}::text[])
      OR g.collection_id = ANY(${collectionIds}::text[])`);
  await transaction.$executeRaw(sql`
    DELETE FROM invites i WHERE i.space_id = ANY(${spaceIds}::text[])
      OR i.collection_id = ANY(${collectionIds}::text[])`);
}
