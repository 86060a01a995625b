import { Addresses } from '../../addresses.ts';
import { loadViewer } from '../../auth/load-viewer.ts';
import { createContext, type Context } from '../../context.ts';
import type { RunningJob } from '../../jobs/job-definition.ts';
import { JobFailure } from '../../jobs/job-failure.ts';
import type { JobContext } from '../../jobs/scheduled-job.ts';
import { userSource } from '../users/user-source.ts';

/**
 * Creates a request context for the user who started a job, so that domain functions check that
 * user's current permissions. Its write transactions lock the job.
 *
 * @param addresses unknown unless the job writes or reads them
 *
 * @throws JobFailure when no user started it, or the account is deleted
 */
export async function contextOfJob(
  job: RunningJob<unknown>,
  { db, log, web, translator, now }: JobContext,
  addresses = new Addresses({ baseUrl: '' }),
): Promise<Context> {
  const viewer = await loadViewer(db, job.createdById ?? '');
  const context = createContext({ viewer, db, addresses, log, web, translator, now });
  if (!(await context.loaders.oneRegardlessOfAccess(userSource, viewer.id))) {
    throw new JobFailure(
      'ACCOUNT_GONE',
      'The account of whoever started the job no longer exists.',
      'Start it again with an account that may do this.',
    );
  }
  const write: Context['write'] = (work) =>
    context.write(async (transaction) => {
      await job.hold(transaction);
      return work(transaction);
    });
  return Object.create(context, { write: { value: write } }) as Context;
}
