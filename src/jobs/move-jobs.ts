import type { PrismaTransaction } from '../database/database.ts';

/** Moves the jobs of spaces to another organization. */
export async function moveJobs(
  transaction: PrismaTransaction,
  spaceIds: readonly string[],
  organizationId: string,
): Promise<void> {
  await transaction.job.updateMany({
    where: { spaceId: { in: [...spaceIds] } },
    data: { organizationId },
  });
}
