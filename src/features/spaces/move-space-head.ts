import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';

/**
 * Moves the head of the primary content to a new revision. The caller has locked the space at the
 * revision that the new one follows, and checks whether the space accepts direct edits.
 */
export async function moveSpaceHead(
  transaction: PrismaTransaction,
  { spaceId, to, now }: { spaceId: string; to: string; now: Date },
): Promise<void> {
  const moved = { revisionId: to, updatedAt: now };
  await executeLast(transaction, updateSql('spaces', { id: spaceId }, moved));
}
