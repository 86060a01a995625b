import type { Database } from '../../database/database.ts';

/**
 * Returns whether any organization exists, regardless of the viewer; a new installation has none.
 */
export async function hasOrganizations({ prisma }: Pick<Database, 'prisma'>): Promise<boolean> {
  return (await prisma.organization.findFirst({ select: { id: true } })) !== null;
}
