import { sql, type PrismaTransaction } from '../../database/database.ts';

/** Returns which users belong to an organization, be it as disabled members. */
export async function membersAmong(
  transaction: PrismaTransaction,
  organizationId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const members = await transaction.$queryRaw<{ id: string }[]>(sql`
    SELECT m.user_id AS id FROM members m
    WHERE m.organization_id = ${organizationId} AND m.user_id = ANY(${[...userIds]}::text[])`);
  return new Set(members.map(({ id }) => id));
}
