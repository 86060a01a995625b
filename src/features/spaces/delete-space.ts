import { requireLevel } from '../../auth/require-level.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { missing } from '../../errors.ts';
import { lockSpace } from './lock-space.ts';
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
      await lockSpace(transaction, id, { deleted: true });
      await requireLevel(transaction, context.viewer, { kind: 'space', id }, 'admin');
      // The clock that also says until when it can be restored, which repetitions must not prolong.
      await transaction.$executeRaw(sql`
        UPDATE spaces SET deleted_at = now() WHERE id = ${id} AND deleted_at IS NULL`);
    })
    .catch(missing);
}
