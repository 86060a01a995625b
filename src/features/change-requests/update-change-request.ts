import { z } from 'zod';
import { guardedWrite } from '../../auth/require-level.ts';
import { writeChecked, type Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import type { ChangeRequest } from '../../database/generated/prisma/client.ts';
import { updateChangedSql, updateSql } from '../../database/write-sql.ts';
import { conflict, notFound } from '../../errors.ts';
import { wouldChange } from '../../lib/would-change.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { lockSpaceAndWrite } from '../spaces/lock-space-authorized.ts';
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
  const isMeant = isChangeRequestSql(sql`c`, { ...ref, spaceId: sql`${ref.spaceId}` });
  const isOpen = changes.status ? sql`c.status <> 'merged'` : sql`TRUE`;
  const work = async (transaction: PrismaTransaction) => {
    // Every change of a change request locks its space, so the status cannot change afterwards.
    const lock = { id: ref.spaceId, flag: 'edit' } as const;
    const current = sql`SELECT c.id, c.number, c.status FROM change_requests c WHERE ${isMeant}`;
    const { rows, isWritten } = await lockSpaceAndWrite(
      transaction,
      context.viewer,
      lock,
      [current],
      {
        write: guardedWrite((allowed) => {
          const condition = sql`${isMeant} AND ${isOpen} AND ${allowed}`;
          return updateChangedSql('change_requests c', condition, changes, {
            updatedAt: context.now(),
          });
        }),
        result: { id: ref.changeRequestId },
      },
    );
    const [[found] = []] = rows as Pick<ChangeRequest, 'id' | 'number' | 'status'>[][];
    if (!found) throw notFound('change request', ref.changeRequestId);
    const { id, number, status } = found;
    if (!isWritten && changes.status && status === 'merged') {
      throw conflict(
        `The change request ${number} is merged: its status cannot become "${changes.status}".`,
      );
    }
    return { id };
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
