import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { lockSpaceFor } from '../spaces/lock-space-for.ts';
import { findSpace } from '../spaces/space-access.ts';

/**
 * Disconnects the git repository of a space without changing either. Succeeds without a repository,
 * and if the space does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function forgetGitRepository(context: Context, spaceId: string): Promise<void> {
  const space = await findSpace(context, spaceId, 'triggerGitSync').catch(nullIfNotFound);
  if (!space) return;
  await context
    .write(async (transaction) => {
      await lockSpaceFor(transaction, context.viewer, spaceId, 'triggerGitSync');
      await transaction.gitSync.deleteMany({ where: { spaceId } });
    })
    .catch(nullIfNotFound);
}
