import { sql, type PrismaTransaction } from '../database/database.ts';
import { enforcedLoginsSql } from './enforced-login-sql.ts';

/**
 * Those of some users who have to log in by single sign-on of another organization than that one.
 * They stay in theirs: whoever could take them into a second one would set them free.
 */
export async function usersBoundElsewhere(
  transaction: PrismaTransaction,
  userIds: readonly string[],
  organizationId: string,
): Promise<Set<string>> {
  const bound = await transaction.$queryRaw<{ id: string }[]>(sql`
    SELECT given.id FROM unnest(${[...userIds]}::text[]) AS given(id)
    WHERE EXISTS (SELECT FROM (${enforcedLoginsSql(sql`given.id`)}) login
      WHERE login.organization_id <> ${organizationId})`);
  return new Set(bound.map(({ id }) => id));
}
