import type { PrismaTransaction } from '../../database/database.ts';

/** Returns the id of the first user, the admin of the installation; null if there is none. */
export async function firstUser(client: Pick<PrismaTransaction, 'user'>): Promise<string | null> {
  const user = await client.user.findFirst({
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  return user?.id ?? null;
}
