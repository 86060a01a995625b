import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { preconditionFailed } from '../../errors.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';
import { findSpace, readSpace } from '../spaces/space-access.ts';
import { transferOwnership, type Recipient } from './transfer-ownership.ts';

/**
 * Transfers a space to another organization (interface, Spaces).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin` on it, PRECONDITION_FAILED when it is deleted, and the
 *   errors of transferOwnership
 */
export async function transferSpace(
  context: Context,
  id: string,
  to: Recipient,
): Promise<Row<'Space'>> {
  const { organizationId, title, deletedAt } = await findSpace(context, id, 'admin', {
    deleted: true,
  });
  if (deletedAt) throw preconditionFailed(`The space "${title}" is deleted; restore it first.`);
  await transferOwnership(
    context,
    { kind: 'space', id, organizationId },
    to,
    async (transaction) => {
      const space = await lockSpaceAuthorized(transaction, context.viewer, id, 'admin');
      return { spaces: [{ id, title, deletedAt: space.deletedAt }], collectionIds: [] };
    },
  );
  return readSpace(context, id);
}
