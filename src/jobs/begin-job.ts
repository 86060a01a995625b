import type { Database } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';
import { runTransaction } from '../database/run-transaction.ts';
import type { JobDefinition } from './job-definition.ts';
import type { JobEnding } from './end-job.ts';
import { JobFailure } from './job-failure.ts';
import { lockJob } from './lock-job.ts';

/** What comes first of a job: a run, or its end. */
export interface Beginning {
  job: Job;
  /** How it ends at once; null when there is a run. */
  ending: JobEnding | null;
}

/**
 * Begins a run of a job, which ends all earlier runs of it. There is none when somebody cancelled
 * the job, or its workers died too often.
 *
 * @returns null when it has ended already, or is gone
 */
export function beginJob(
  db: Database,
  definition: JobDefinition,
  id: string,
  now: Date,
): Promise<Beginning | null> {
  return runTransaction(db, async (transaction) => {
    const job = await lockJob(transaction, id);
    if (!job || job.endedAt) return null;
    if (job.cancelAskedAt) return { job, ending: { end: 'cancelled', now } };
    if (job.attempts >= definition.attempts) {
      return { job, ending: { end: 'failed', now, failure: workerLost() } };
    }
    await transaction.jobResult.deleteMany({ where: { jobId: id } });
    const begun = await transaction.job.update({
      where: { id },
      data: {
        state: 'running',
        startedAt: job.startedAt ?? now,
        heartbeatAt: now,
        step: definition.steps[0],
        attempts: { increment: 1 },
        run: { increment: 1 },
      },
    });
    return { job: begun, ending: null };
  });
}

/** A job that ends its worker each time must not go on doing so. */
function workerLost(): JobFailure {
  return new JobFailure(
    'WORKER_LOST',
    'The process that ran the job ended in the middle of it, as often as it was begun.',
    'Start it again; if it fails again, it may need more memory than the process has.',
  );
}
