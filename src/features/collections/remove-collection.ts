import type { PrismaTransaction } from '../../database/database.ts';

/** Deletes an empty collection, with the grants on it. */
export async function removeCollection(transaction: PrismaTransaction, id: string): Promise<void> {
  await transaction.collection.delete({ where: { id } });
}
