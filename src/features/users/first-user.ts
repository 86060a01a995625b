import type { PrismaTransaction } from '../../database/database.ts';

/** Returns the id of the first user, the admin of the installation; null if there is none. */
export async function firstUser(
  client: Pick<PrismaTransaction, '$queryRaw'>,
): Promise<string | null> {
  const [user] = await client.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users u ORDER BY u.created_at, u.id LIMIT 1`;
  return user?.id ?? null;
}
