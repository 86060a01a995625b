import type { PrismaTransaction } from '../database/database.ts';
import { sql } from '../database/database.ts';
import { conflict, notFound } from '../errors.ts';
import { endJob } from './end-job.ts';
import { definitionOf } from './job-definition.ts';
import { lockJob } from './lock-job.ts';

/**
 * Cancels a job. A waiting job ends now, a running one at its next step or write.
 *
 * @throws NOT_FOUND when it is deleted, CONFLICT when it has ended
 */
export async function requestCancellation(
  transaction: PrismaTransaction,
  id: string,
  now: Date,
): Promise<void> {
  const job = await lockJob(transaction, id);
  if (!job) throw notFound('job', id);
  if (job.endedAt) throw conflict(`The job has ended: it is ${job.state}.`);
  if (job.state === 'running') {
    const cancelAskedAt = job.cancelAskedAt ?? now;
    await transaction.job.update({ where: { id }, data: { cancelAskedAt } });
    return;
  }
  await endJob(transaction, definitionOf(job.kind), job, { end: 'cancelled', now });
  await transaction.$queryRaw(sql`SELECT FROM graphile_worker.remove_job(${id})`);
}
