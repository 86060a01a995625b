import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import type { LockedComment } from './lock-comment.ts';

/**
 * Resolves or reopens a locked comment (interface, States and transitions). A resolved comment
 * keeps the user and time of its resolution.
 */
export async function resolveComment(
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
  transaction: PrismaTransaction,
  id: string,
  current: LockedComment,
  resolved: boolean | undefined,
): Promise<void> {
  if (resolved === undefined || resolved === (current.status === 'resolved')) return;
  const changed = resolved
    ? { status: 'resolved', resolvedById: viewer.id, resolvedAt: now() }
    : { status: 'open', resolvedById: null, resolvedAt: null };
  await executeLast(transaction, updateSql('comments', { id }, changed));
}
