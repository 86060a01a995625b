import type { Row } from '../../builder.ts';
import { seesJobSql } from '../../auth/job-visibility-sql.ts';
import type { Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { requestCancellation as cancel } from '../../jobs/request-cancellation.ts';
import { jobSource } from './job-source.ts';

/**
 * Cancels a job.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, CONFLICT when it has ended
 */
export async function cancelJob(context: Context, id: string): Promise<Row<'Job'>> {
  await findJob(context, id);
  await context.write(async (transaction) => {
    await requireVisible(transaction, id, context.viewer.id);
    await cancel(transaction, id, context.now());
  });
  return findJob(context, id);
}

async function findJob({ loaders }: Context, id: string): Promise<Row<'Job'>> {
  const job = await loaders.one(jobSource, id);
  if (!job) throw notFound('job', id);
  return job;
}

async function requireVisible(
  transaction: PrismaTransaction,
  id: string,
  viewerId: string,
): Promise<void> {
  const rows = await transaction.$queryRaw<unknown[]>(sql`
    SELECT FROM jobs j WHERE j.id = ${id} AND ${seesJobSql(sql`j`, sql`${viewerId}`)}`);
  if (rows.length === 0) throw notFound('job', id);
}
