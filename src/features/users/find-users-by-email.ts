import { sql, type PrismaTransaction } from '../../database/database.ts';

/**
 * The ids of the users with these e-mail addresses, by address in lower case.
 *
 * @param realm the organization whose single sign-on made them; without one, those of their own
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
  // Where addresses differ by case only, the oldest user stays.
  return new Map(users.map(({ id, email }) => [email, id]));
}
