import { RESTORE_DAYS } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { lockSpace } from './lock-space.ts';
import { findSpace } from './space-access.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Takes back the deletion of a space (interface, States).
 *
 * @throws NOT_FOUND when there is no such space for the viewer or it was deleted more than 7 days
 *   ago, FORBIDDEN below `admin`, CONFLICT when it is not deleted
 */
export async function restoreSpace(context: Context, id: string): Promise<Row<'Space'>> {
  const { title } = await findSpace(context, id, 'admin', { deleted: true });
  await context.write(async (transaction) => {
    const { deletedAt } = await lockSpace(transaction, id, { deleted: true });
    if (!deletedAt) throw conflict(`The space "${title}" is not deleted.`);
    if (!isRestorable(deletedAt, context.now())) throw notFound('space', id);
    await transaction.space.update({ where: { id }, data: { deletedAt: null } });
  });
  return findSpace(context, id);
}

/** Whether what was deleted then can still be restored: up to 7 days later. */
export function isRestorable(deletedAt: Date, now: Date): boolean {
  return now.getTime() - deletedAt.getTime() <= RESTORE_DAYS * DAY_MS;
}
