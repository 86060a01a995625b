import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { missing } from '../../errors.ts';
import { lockSpaceFor } from './lock-space-for.ts';
import { findSpace } from './space-access.ts';

/**
 * Deletes a space (interface, States). It can be restored for 7 days. Succeeds when there is no
 * such space for the viewer, and leaves a deleted one as it is.
 *
 * @throws FORBIDDEN below `admin`
 */
export async function deleteSpace(context: Context, id: string): Promise<void> {
  const space = await findSpace(context, id, 'admin', { deleted: true }).catch(missing);
  if (!space) return;
  await context
    .write(async (transaction) => {
      await lockSpaceFor(transaction, context.viewer, id, 'admin', { deleted: true });
      // Also waits for those who keep it.
      await transaction.$queryRaw(sql`SELECT FROM spaces s WHERE s.id = ${id} FOR UPDATE`);
      // The clock that also says until when it can be restored, which repetitions must not prolong.
      await transaction.$executeRaw(sql`
        UPDATE spaces SET deleted_at = now() WHERE id = ${id} AND deleted_at IS NULL`);
    })
    .catch(missing);
}
