import type { Context } from '../../context.ts';
import { findSpace } from './space-access.ts';
import { spaceSource } from './space-source.ts';

/**
 * Deletes a space (interface, States). It can be restored for 7 days. Succeeds when there is no
 * such space for the viewer, and leaves a deleted one as it is.
 *
 * @throws FORBIDDEN below `admin`
 */
export async function deleteSpace(context: Context, id: string): Promise<void> {
  const exists = await context.loaders.one(spaceSource, id);
  if (!exists) return;
  await findSpace(context, id, 'admin', { deleted: true });
  await context.write((transaction) =>
    // Repeated deletions must not prolong the time in which it can be restored.
    transaction.space.updateMany({
      where: { id, deletedAt: null },
      data: { deletedAt: context.now() },
    }),
  );
}
