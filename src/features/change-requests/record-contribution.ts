import type { PrismaTransaction } from '../../database/database.ts';

interface Contribution {
  revisionId: string;
  /** Primary revision of the last update, if the edit changes it. */
  mergedAncestorId?: string | null;
  userId: string;
  now: Date;
}

/**
 * Moves a change request to a user's new revision, and counts the edit. The caller must lock the
 * change request.
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
