import type { Row } from '../../builder.ts';
import type { Remote } from '../../external/git/git-client.ts';
import type { RunningJob } from '../../jobs/job-definition.ts';
import type { GitJobInput } from './git-request.ts';

/**
 * Returns the repository of a job. Its credentials are the secret of the job.
 *
 * @param knownCommit id of a commit that need not be fetched
 */
export function remoteOf(
  { input, secret }: RunningJob<GitJobInput>,
  { organizationId }: Pick<Row<'Space'>, 'organizationId'>,
  knownCommit: string | null = null,
): Remote {
  const { url, ref, directory, cacheId } = input;
  // A cache id is valid only within the organization that chose it.
  const cacheKey = cacheId === null ? null : `${organizationId} ${cacheId}`;
  return { url: secret ?? url, ref, directory, cacheKey, knownCommit };
}

/** Returns the space of a git job. */
export function spaceOf({ spaceId }: Pick<RunningJob<unknown>, 'spaceId'>): string {
  if (spaceId === null) throw new Error('A job of git is of a space.');
  return spaceId;
}
