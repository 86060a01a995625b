import type { PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { lockSpace } from './lock-space.ts';

/**
 * Moves the head of the primary content from one revision to another, if it is still there. Whether
 * the space takes direct edits is the caller's question.
 *
 * @throws CONFLICT, naming the head, when it moved meanwhile or the space is deleted
 */
export async function advanceSpace(
  transaction: PrismaTransaction,
  { spaceId, from, to, now }: { spaceId: string; from: string; to: string; now: Date },
): Promise<void> {
  const { revisionId } = await lockSpace(transaction, spaceId);
  if (revisionId !== from) {
    throw conflict(`The content moved on: it is at the revision "${revisionId}", not "${from}".`);
  }
  await transaction.space.update({
    where: { id: spaceId },
    data: { revisionId: to, updatedAt: now },
  });
}
