import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { translateSpace } from './translate-space-job.ts';

/** Starts a run of a translation. The caller holds its lock, and no run is under way. */
export async function startRun(
  context: Context,
  transaction: PrismaTransaction,
  { id, organizationId, sourceSpaceId }: Row<'Translation'>,
): Promise<void> {
  const now = context.now();
  const jobId = await enqueueJob(context, transaction, translateSpace, {
    ...{ organizationId, now, subjectId: id, spaceId: sourceSpaceId },
    createdById: context.viewer.id,
    input: { translationId: id },
  });
  await transaction.translation.update({
    where: { id },
    data: {
      ...{ jobId, underWay: true, status: 'pending', runStartedAt: null },
      ...{ latestPages: 0, latestWords: 0, latestDuration: 0 },
      ...{ errorCode: null, errorMessage: null, errorStep: null, errorRemedy: null },
    },
  });
}
