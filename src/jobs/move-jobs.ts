import type { PrismaTransaction } from '../database/database.ts';

/** The jobs of spaces go with them to another organization. */
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
