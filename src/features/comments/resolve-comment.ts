import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { LockedComment } from './lock-comment.ts';

/**
 * Sets whether a held comment is resolved (interface, States and transitions). One that is resolved
 * already keeps who resolved it and when.
 */
export async function resolveComment(
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
  transaction: PrismaTransaction,
  id: string,
  current: LockedComment,
  resolved: boolean | undefined,
): Promise<void> {
  if (resolved === undefined || resolved === (current.status === 'resolved')) return;
  await transaction.comment.update({
    where: { id },
    data: resolved
      ? { status: 'resolved', resolvedById: viewer.id, resolvedAt: now() }
      : { status: 'open', resolvedById: null, resolvedAt: null },
  });
}
