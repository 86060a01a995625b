import type { PrismaTransaction } from '../../database/database.ts';
import type { EndedJob } from '../../jobs/job-definition.ts';
import { lockTranslation } from './lock-translation.ts';

/** Records the end of a run in its translation, so that another run can start. */
export async function endRun(
  transaction: PrismaTransaction,
  { id, end, error, endedAt, subjectId }: EndedJob<unknown>,
): Promise<void> {
  const translation = subjectId === null ? null : await lockTranslation(transaction, subjectId);
  if (translation?.jobId !== id || !translation.underWay) return;
  const begunAt = translation.runStartedAt ?? endedAt;
  const duration = Math.max(0, endedAt.getTime() - begunAt.getTime());
  const hasResult = end === 'done' || translation.resultSpaceId !== null;
  await transaction.translation.update({
    where: { id: translation.id },
    data: {
      status: hasResult ? 'completed' : 'pending',
      underWay: false,
      // A run that was cancelled before it began does not count.
      ...(translation.runStartedAt && { runs: { increment: 1 } }),
      totalDuration: { increment: duration },
      latestDuration: duration,
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
      errorStep: error?.step ?? null,
      errorRemedy: error?.remedy ?? null,
      updatedAt: endedAt,
    },
  });
}
