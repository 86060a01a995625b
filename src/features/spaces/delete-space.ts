import { deleteIfFound, type Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { lockSpaceAuthorized } from './lock-space-authorized.ts';
import { findSpace } from './space-access.ts';

/**
 * Deletes a space (interface, States), which can be restored for 7 days. Succeeds if the space does
 * not exist for the viewer. A deleted space remains unchanged.
 *
 * @throws FORBIDDEN below `admin`
 */
export async function deleteSpace(context: Context, id: string): Promise<void> {
  const find = findSpace(context, id, 'admin', { deleted: true });
  await deleteIfFound(context, find, async (transaction) => {
    await lockSpaceAuthorized(transaction, context.viewer, id, 'admin', { deleted: true });
    // Also waits for shared locks on the space.
    await transaction.$queryRaw(sql`SELECT FROM spaces s WHERE s.id = ${id} FOR UPDATE`);
    // The same clock determines the restore deadline, which a repeated deletion must not extend.
    await transaction.$executeRaw(sql`
      UPDATE spaces SET deleted_at = now() WHERE id = ${id} AND deleted_at IS NULL`);
  });
}
