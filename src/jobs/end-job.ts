import type { PrismaTransaction } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';
import type { EndedJob, JobDefinition, JobEnd } from './job-definition.ts';
import type { JobFailure } from './job-failure.ts';
import { sanitizeMessage } from './sanitize-message.ts';

export interface JobEnding {
  end: JobEnd;
  now: Date;
  /** Outcome of the job. */
  message?: string | undefined;
  /** Reason of a failed job; absent otherwise. */
  failure?: JobFailure;
}

/**
 * Ends a locked job and runs the end handler of its definition. Deletes its secret.
 *
 * @param definition undefined for a kind that this process does not know
 */
export async function endJob(
  transaction: PrismaTransaction,
  definition: JobDefinition | undefined,
  job: Job,
  { end, now, message, failure }: JobEnding,
): Promise<void> {
  const error = failure
    ? {
        code: failure.code,
        message: sanitizeMessage(failure.message),
        remedy: sanitizeMessage(failure.remedy),
        step: job.step,
      }
    : null;
  await transaction.job.update({
    where: { id: job.id },
    data: {
      state: end,
      endedAt: now,
      startedAt: job.startedAt ?? (end === 'cancelled' ? null : now),
      message: message === undefined ? null : sanitizeMessage(message),
      ...(end === 'done' && { step: null, stepsDone: job.stepsTotal, progress: 1 }),
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
      errorStep: error?.step ?? null,
      errorRemedy: error?.remedy ?? null,
    },
  });
  await transaction.jobSecret.deleteMany({ where: { jobId: job.id } });
  await definition?.onEnd?.(transaction, endedJob(job, { end, error, endedAt: now }));
}

function endedJob(
  { id, organizationId, spaceId, subjectId, createdById, input }: Job,
  ending: Pick<EndedJob<unknown>, 'end' | 'error' | 'endedAt'>,
): EndedJob<unknown> {
  return { id, organizationId, spaceId, subjectId, createdById, input, ...ending };
}
