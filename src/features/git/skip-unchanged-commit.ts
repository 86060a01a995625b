import type { Context } from '../../context.ts';
import type { RunningJob } from '../../jobs/job-definition.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';
import type { GitJobInput } from './git-request.ts';
import { lastSyncedOf, findGitSync, isOutdated, OUTDATED, saveGitSync } from './git-sync-state.ts';

const KNOWN = 'Nothing changed: the last commit was imported or exported already.';

/**
 * Ends an import of a commit that is already in sync. The content remains unchanged, since there is
 * nothing to merge. Records the repository details of the request.
 */
export async function skipUnchangedCommit(
  context: Context,
  job: RunningJob<GitJobInput>,
  spaceId: string,
): Promise<string> {
  await job.step('finish');
  return context.write(async (transaction) => {
    await lockSpaceAuthorized(transaction, context.viewer, spaceId, 'triggerGitSync');
    const sync = await findGitSync(transaction, spaceId);
    if (isOutdated(sync, job.input)) return OUTDATED;
    // Another job may have synced a newer commit meanwhile, which then takes precedence.
    const lastSynced = await lastSyncedOf(transaction, sync, job.input);
    if (lastSynced) {
      const { commitOid, revision } = lastSynced;
      const same = { commitOid, revisionId: revision.id, now: context.now() };
      await saveGitSync(transaction, spaceId, job.input, same);
    }
    return KNOWN;
  });
}
