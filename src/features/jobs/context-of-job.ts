import { loadViewer } from '../../auth/load-viewer.ts';
import { createContext, type Context } from '../../context.ts';
import type { RunningJob } from '../../jobs/job-definition.ts';
import { JobFailure } from '../../jobs/job-failure.ts';
import type { JobContext } from '../../jobs/job.ts';
import { userSource } from '../users/user-source.ts';

/**
 * The context of a request by whoever started a job: with it, domain functions ask for their rights
 * as they are now. What is written by it is written in transactions that hold the job.
 *
 * @throws JobFailure when nobody started it, or the account is gone
 */
export async function contextOfJob(
  job: RunningJob<unknown>,
  { db, log, web, translator, now }: JobContext,
): Promise<Context> {
  const viewer = await loadViewer(db, job.createdById ?? '');
  const context = createContext({ viewer, db, baseUrl: '', log, web, translator, now });
  if (!(await context.loaders.oneOfHistory(userSource, viewer.id))) {
    throw new JobFailure(
      'ACCOUNT_GONE',
      'The account of whoever started the job does not exist any more.',
      'Start it again with an account that may do this.',
    );
  }
  return {
    ...context,
    viewer,
    viewerOrNobody: viewer,
    loaders: context.loaders,
    write: (work) =>
      context.write(async (transaction) => {
        await job.hold(transaction);
        return work(transaction);
      }),
  };
}
