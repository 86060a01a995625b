import { sql, type PrismaTransaction } from '../../database/database.ts';

/**
 * Returns the ids of the users with the given e-mail addresses, by lower-case address.
 *
 * @param realm id of the organization whose single sign-on created the users; '' for other users
 */
export async function findUsersByEmail(
  transaction: PrismaTransaction,
  emails: readonly string[],
  realm = '',
): Promise<Map<string, string>> {
  const wanted = emails.map((email) => email.toLowerCase());
  const users = await transaction.$queryRaw<{ id: string; email: string }[]>(sql`
    SELECT u.id, lower(u.email) AS email FROM users u
    WHERE lower(u.email) = ANY(${wanted}::text[]) AND u.realm = ${realm}
    ORDER BY u.created_at DESC, u.id DESC`);
  // Of addresses that differ only in case, the oldest user wins.
  return new Map(users.map(({ id, email }) => [email, id]));
}
