import type { PrismaTransaction } from '../../database/database.ts';

interface Contribution {
  revisionId: string;
  /** The primary revision that it was last brought up to, where an edit can change that. */
  mergedAncestorId?: string | null;
  userId: string;
  now: Date;
}

/**
 * Moves a change request to the revision that a user made of its content, and counts the edit. The
 * caller holds the change request.
 */
export async function recordContribution(
  transaction: PrismaTransaction,
  changeRequestId: string,
  { revisionId, mergedAncestorId, userId, now }: Contribution,
): Promise<void> {
  await transaction.changeRequest.update({
    where: { id: changeRequestId },
    data: {
      revisionId,
      ...(mergedAncestorId !== undefined && { revisionMergedAncestorId: mergedAncestorId }),
      updatedAt: now,
    },
  });
  await transaction.changeRequestContributor.upsert({
    where: { changeRequestId_userId: { changeRequestId, userId } },
    create: { changeRequestId, userId, edits: 1, updatedAt: now },
    update: { edits: { increment: 1 }, updatedAt: now },
  });
}
