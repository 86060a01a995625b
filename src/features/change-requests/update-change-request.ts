import { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import { storedFieldsSql } from '../../database/columns.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import type { ChangeRequest } from '../../database/generated/prisma/client.ts';
import { updateSql } from '../../database/write-sql.ts';
import { conflict, notFound } from '../../errors.ts';
import { wouldChange } from '../../lib/would-change.ts';
import type { WrittenRow } from '../../pagination/written-row.ts';
import { lockSpaceAndRead } from '../spaces/lock-space-for.ts';
import {
  findChangeRequest,
  isChangeRequestSql,
  type ChangeRequestRef,
} from './change-request-access.ts';
import { settableStatuses } from './change-request-status.ts';
import { SUBJECT_LENGTH_MAX } from './create-change-request.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Changes to a change request (interface, Change requests). An absent field leaves its value. */
export const changeRequestChanges = z.object({
  subject: visibleText.max(SUBJECT_LENGTH_MAX).optional(),
  status: z.enum(settableStatuses).optional(),
});

/**
 * Changes the subject or the status of a change request (interface, Change requests). The status
 * may be any of draft, open and archived; a merged change request keeps its status.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT for the status of a merged one or in a
 *   deleted space
 */
export function updateChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  changes: z.output<typeof changeRequestChanges>,
): Promise<WrittenRow> {
  const work = async (transaction: PrismaTransaction) => {
    // Every change of a change request locks its space, so the status cannot change afterwards.
    const lock = { id: ref.spaceId, flag: 'edit', isUnread: true } as const;
    const { rows } = await lockSpaceAndRead(transaction, context.viewer, lock, [
      sql`SELECT ${storedFieldsSql('ChangeRequest', 'c')} FROM change_requests c
        WHERE ${isChangeRequestSql(sql`c`, { ...ref, spaceId: sql`${ref.spaceId}` })}`,
    ]);
    const [[current] = []] = rows as ChangeRequest[][];
    if (!current) throw notFound('change request', ref.changeRequestId);
    if (changes.status && current.status === 'merged') {
      throw conflict(
        `The change request ${current.number} is merged: its status cannot become ` +
          `"${changes.status}".`,
      );
    }
    await changeLocked(transaction, current, changes, context.now());
    return { id: current.id };
  };
  return writeChecked(
    context,
    () => findChangeRequest(context, ref, 'edit'),
    () => context.writeInTurn(ref.spaceId, work),
  );
}

/** Changes a change request that the transaction has locked, without checking its status. */
export async function changeLocked(
  transaction: PrismaTransaction,
  current: ChangeRequest,
  changes: z.output<typeof changeRequestChanges>,
  now: Date,
): Promise<void> {
  if (!wouldChange(current, changes)) return;
  const { id } = current;
  await executeLast(
    transaction,
    updateSql('change_requests', { id }, { ...changes, updatedAt: now }),
  );
}
