import type { Database } from '../../database/database.ts';

/** Whether there is any organization, whoever asks: a new installation has none. */
export async function hasOrganizations({ prisma }: Pick<Database, 'prisma'>): Promise<boolean> {
  return (await prisma.organization.findFirst({ select: { id: true } })) !== null;
}
