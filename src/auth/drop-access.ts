import { sql, type PrismaTransaction } from '../database/database.ts';

/**
 * Takes away what a user has in an organization beside their membership: their grants and their
 * places in teams. Who comes back later starts anew.
 */
export async function dropAccess(
  transaction: PrismaTransaction,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await transaction.$executeRaw(sql`
    DELETE FROM grants g WHERE g.user_id = ${userId} AND (
      g.space_id IN (SELECT s.id FROM spaces s WHERE s.organization_id = ${organizationId})
      OR g.collection_id IN (SELECT c.id FROM collections c WHERE c.organization_id = ${organizationId}))`);
  await transaction.$executeRaw(sql`
    DELETE FROM team_members tm WHERE tm.user_id = ${userId}
      AND tm.team_id IN (SELECT t.id FROM teams t WHERE t.organization_id = ${organizationId})`);
}
