import type { PrismaTransaction } from '../../database/database.ts';

/**
 * Moves a change request to the revision that a user made of its content, and counts the edit. The
 * caller holds the change request.
 */
export async function recordContribution(
  transaction: PrismaTransaction,
  changeRequestId: string,
  { revisionId, userId, now }: { revisionId: string; userId: string; now: Date },
): Promise<void> {
  await transaction.changeRequest.update({
    where: { id: changeRequestId },
    data: { revisionId, updatedAt: now },
  });
  await transaction.changeRequestContributor.upsert({
    where: { changeRequestId_userId: { changeRequestId, userId } },
    create: { changeRequestId, userId, edits: 1, updatedAt: now },
    update: { edits: { increment: 1 }, updatedAt: now },
  });
}
