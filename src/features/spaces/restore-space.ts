import { isRestorableSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { conflict, notFound } from '../../errors.ts';
import { lockSpaceAuthorized } from './lock-space-authorized.ts';
import { findSpace } from './space-access.ts';

/**
 * Restores a deleted space (interface, States).
 *
 * @throws NOT_FOUND when it does not exist for the viewer or was deleted more than 7 days ago,
 *   FORBIDDEN below `admin`, CONFLICT when it is not deleted
 */
export async function restoreSpace(context: Context, id: string): Promise<Row<'Space'>> {
  const { title } = await findSpace(context, id, 'admin', { deleted: true });
  await context.write(async (transaction) => {
    const { deletedAt } = await lockSpaceAuthorized(transaction, context.viewer, id, 'admin', {
      deleted: true,
    });
    if (!deletedAt) throw conflict(`The space "${title}" is not deleted.`);
    // The time spent waiting for the lock counts, because the removal may have begun meanwhile.
    const restorable = isRestorableSql(sql`s`, sql`statement_timestamp()`);
    const restored = await transaction.$executeRaw(sql`
      UPDATE spaces s SET deleted_at = NULL WHERE s.id = ${id} AND ${restorable}`);
    if (restored === 0) throw notFound('space', id);
  });
  return findSpace(context, id);
}
