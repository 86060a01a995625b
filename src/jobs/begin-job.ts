import type { Database } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';
import { runTransaction } from '../database/run-transaction.ts';
import type { JobDefinition } from './job-definition.ts';
import type { JobEnding } from './end-job.ts';
import { JobFailure } from './job-failure.ts';
import { lockJob } from './lock-job.ts';

/** Begun job: a run, or its immediate end. */
export interface Beginning {
  job: Job;
  /** Immediate end; null if the job runs. */
  ending: JobEnding | null;
}

/**
 * Begins a run of a job, which supersedes all earlier runs. Ends the job instead if it was
 * cancelled or its workers died too often.
 *
 * @returns null if it has ended already or is deleted
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

/**
 * Returns the failure of a job that keeps killing its worker, so that it is not retried forever.
 */
function workerLost(): JobFailure {
  return new JobFailure(
    'WORKER_LOST',
    'The process that ran the job ended in the middle of it, as often as it was begun.',
    'Start it again; if it fails again, it may need more memory than the process has.',
  );
}
