import type { PrismaTransaction } from '../../database/database.ts';

/**
 * The position of the last collection in a parent, or at the top (null); null when there is none.
 */
export async function lastCollectionPosition(
  transaction: PrismaTransaction,
  organizationId: string,
  parentId: string | null,
): Promise<string | null> {
  const last = await transaction.collection.findFirst({
    where: { organizationId, parentId },
    orderBy: { position: 'desc' },
    select: { position: true },
  });
  return last?.position ?? null;
}
