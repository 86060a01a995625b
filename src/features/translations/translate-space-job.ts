import { z } from 'zod';
import { defineJob, type EndedJob } from '../../jobs/job-definition.ts';
import { contextOfJob } from '../jobs/context-of-job.ts';
import { TranslationRun } from './run/translation-run.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { lockTranslation } from './lock-translation.ts';

/**
 * Job of a translation run. Translated texts are kept on failure, so that the next run continues.
 */
export const translateSpace = defineJob({
  kind: 'translation',
  input: z.object({ translationId: z.string() }),
  steps: ['read', 'translate', 'write'],
  attempts: 3,
  timeoutMs: 2 * 60 * 60 * 1000,
  async run(job, jobContext) {
    await job.step('read');
    const { translator, signal } = jobContext;
    const context = await contextOfJob(job, jobContext);
    const run = await TranslationRun.begin(context, job, translator, signal);
    await job.step('translate');
    await run.translate();
    await job.step('write');
    return run.write();
  },
  onEnd: endRun,
});

/** Records the end of a run in its translation, so that another run can start. */
async function endRun(
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
