import type { PrismaTransaction } from '../../database/database.ts';
import { lockSpace } from './lock-space.ts';

/**
 * Takes the next number for a change request of the space, and the head that it starts from. The
 * space stays locked, so that a transaction which fails leaves no gap.
 *
 * @throws NOT_FOUND when the space is gone, CONFLICT when it is deleted
 */
export async function nextChangeRequestNumber(
  transaction: PrismaTransaction,
  spaceId: string,
): Promise<{ number: number; revisionId: string }> {
  const { lastChangeRequest, revisionId } = await lockSpace(transaction, spaceId);
  const number = lastChangeRequest + 1;
  await transaction.space.update({
    where: { id: spaceId },
    data: { lastChangeRequest: number },
  });
  return { number, revisionId };
}
