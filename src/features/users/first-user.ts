import type { PrismaTransaction } from '../../database/database.ts';

/** The id of the user who was there first, the admin of the installation; null when nobody is. */
export async function firstUser(client: Pick<PrismaTransaction, 'user'>): Promise<string | null> {
  const user = await client.user.findFirst({
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  return user?.id ?? null;
}
