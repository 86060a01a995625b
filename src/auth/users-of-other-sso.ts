import { sql, type PrismaTransaction } from '../database/database.ts';
import { enforcedSsoSql } from './sso-enforcement-sql.ts';

/**
 * Returns the users who must log in by single sign-on of another organization. They cannot join a
 * second one, as that would free them from the login.
 */
export async function usersOfOtherSso(
  transaction: PrismaTransaction,
  userIds: readonly string[],
  organizationId: string,
): Promise<Set<string>> {
  const bound = await transaction.$queryRaw<{ id: string }[]>(sql`
    SELECT given.id FROM unnest(${[...userIds]}::text[]) AS given(id)
    WHERE EXISTS (SELECT FROM (${enforcedSsoSql(sql`given.id`)}) login
      WHERE login.organization_id <> ${organizationId})`);
  return new Set(bound.map(({ id }) => id));
}
