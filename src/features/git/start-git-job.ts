import type { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobDefinition } from '../../jobs/job-definition.ts';
import { notFound } from '../../errors.ts';
import { jobSource } from '../jobs/job-source.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';
import { findSpace } from '../spaces/space-access.ts';
import { exportRepositoryJob } from './export-repository.ts';
import { importRepositoryJob } from './import-repository.ts';
import { jobInputOf, type gitExport, type gitImport } from './git-request.ts';

/**
 * Starts an import of a branch of a git repository (interface, Git).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT when the space is deleted
 */
export function importGitRepository(
  context: Context,
  spaceId: string,
  request: z.output<typeof gitImport>,
): Promise<Row<'Job'>> {
  const input = { ...jobInputOf(request), standalone: request.standalone ?? false };
  return start(context, spaceId, importRepositoryJob, { input, url: request.url });
}

/**
 * Starts an export to a branch of a git repository (interface, Git).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT when the space is deleted
 */
export function exportToGitRepository(
  context: Context,
  spaceId: string,
  request: z.output<typeof gitExport>,
): Promise<Row<'Job'>> {
  const { commitMessage } = request;
  const input = { ...jobInputOf(request), commitMessage, ...context.addresses.settings };
  return start(context, spaceId, exportRepositoryJob, { input, url: request.url });
}

async function start<Schema extends z.ZodType>(
  context: Context,
  spaceId: string,
  definition: JobDefinition<Schema>,
  { input, url }: { input: z.input<Schema>; url: string },
): Promise<Row<'Job'>> {
  const { organizationId } = await findSpace(context, spaceId, 'triggerGitSync');
  const { username, password } = new URL(url);
  const id = await context.write(async (transaction) => {
    await lockSpaceAuthorized(transaction, context.viewer, spaceId, 'triggerGitSync');
    return enqueueJob(context, transaction, definition, {
      ...{ organizationId, spaceId, createdById: context.viewer.id, input, now: context.now() },
      ...(`${username}${password}` !== '' && { secret: url }),
    });
  });
  const job = await context.loaders.one(jobSource, id);
  if (!job) throw notFound('job', id);
  return job;
}
