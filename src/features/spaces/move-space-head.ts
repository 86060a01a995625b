import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import { staleRevision } from '../../errors.ts';
import { lockSpace } from './lock-space.ts';

/**
 * Moves the head of the primary content from one revision to another if it has not moved meanwhile.
 * The caller checks whether the space accepts direct edits.
 *
 * @throws STALE_REVISION when it moved meanwhile, CONFLICT when the space is deleted
 */
export async function moveSpaceHead(
  transaction: PrismaTransaction,
  { spaceId, from, to, now }: { spaceId: string; from: string; to: string; now: Date },
): Promise<void> {
  const { revisionId } = await lockSpace(transaction, spaceId);
  if (revisionId !== from) throw staleRevision(from, revisionId);
  const moved = { revisionId: to, updatedAt: now };
  await executeLast(transaction, updateSql('spaces', { id: spaceId }, moved));
}
