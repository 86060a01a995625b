import type { PrismaTransaction } from '../../database/database.ts';

/** Removes a collection that holds nothing any more, with the grants on it. */
export async function removeCollection(transaction: PrismaTransaction, id: string): Promise<void> {
  await transaction.collection.delete({ where: { id } });
}
