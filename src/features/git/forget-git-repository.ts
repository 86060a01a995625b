import { deleteIfFound, type Context } from '../../context.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';
import { findSpace } from '../spaces/space-access.ts';

/**
 * Disconnects the git repository of a space without changing either. Succeeds without a repository,
 * and if the space does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function forgetGitRepository(context: Context, spaceId: string): Promise<void> {
  const find = findSpace(context, spaceId, 'triggerGitSync');
  await deleteIfFound(context, find, async (transaction) => {
    await lockSpaceAuthorized(transaction, context.viewer, spaceId, 'triggerGitSync');
    await transaction.gitSync.deleteMany({ where: { spaceId } });
  });
}
