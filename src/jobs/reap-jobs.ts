import { sql, type Database } from '../database/database.ts';
import { runTransaction } from '../database/run-transaction.ts';
import { endJob } from './end-job.ts';
import type { JobContext } from './scheduled-job.ts';
import { definitionOf } from './job-definition.ts';
import { JobFailure } from './job-failure.ts';
import { lockJob } from './lock-job.ts';
import { repeat } from './repeat.ts';

/** Retention of ended jobs, in days. */
const KEPT_DAYS = 30;
/** Number of jobs deleted per transaction. */
const BATCH_MAX = 500;

/** Deletes jobs past their retention, and ends those that the queue no longer has. */
export async function reapJobs({ db, log, signal, now }: JobContext): Promise<void> {
  const ended = await repeat(signal, () => endLostJobs(db, now()));
  if (ended > 0) log.warn({ jobs: ended }, 'jobs that the queue no longer knew were ended');
  const deleted = await repeat(signal, () => deleteOldJobs(db, now()));
  if (deleted > 0) log.info({ jobs: deleted }, 'jobs that ended long ago were deleted');
}

async function deleteOldJobs(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000);
  return db.execute(sql`
    DELETE FROM jobs WHERE id IN (
      SELECT id FROM jobs WHERE ended_at < ${before} ORDER BY ended_at LIMIT ${BATCH_MAX})`);
}

/** Ends jobs that are missing in the queue: it gives up after many failures, and may be emptied. */
async function endLostJobs(db: Database, now: Date): Promise<number> {
  const rows = await db.query(sql`
    SELECT j.id FROM jobs j
    WHERE j.ended_at IS NULL AND NOT EXISTS (
      SELECT FROM graphile_worker._private_jobs q
      WHERE q.key = j.id AND (q.attempts < q.max_attempts OR q.locked_at IS NOT NULL))
    LIMIT ${BATCH_MAX}`);
  for (const [id] of rows) {
    await runTransaction(db, async (transaction) => {
      const job = await lockJob(transaction, id as string);
      if (!job || job.endedAt) return;
      const failure = new JobFailure(
        'LOST',
        'The job was taken from the queue before it had ended.',
        'Start it again.',
      );
      await endJob(transaction, definitionOf(job.kind), job, { end: 'failed', now, failure });
    });
  }
  return rows.length;
}
