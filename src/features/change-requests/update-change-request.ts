import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { ChangeRequest } from '../../database/generated/prisma/client.ts';
import { conflict, notFound } from '../../errors.ts';
import { wouldChange } from '../../lib/would-change.ts';
import { lockSpaceFor } from '../spaces/lock-space-for.ts';
import { findChangeRequest, type ChangeRequestRef } from './change-request-access.ts';
import { settableStatuses } from './change-request-status.ts';
import { SUBJECT_LENGTH_MAX } from './create-change-request.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Limits of the changes (interface, Change requests). Absent leaves a value. */
export const changeRequestChanges = z.object({
  subject: visibleText.max(SUBJECT_LENGTH_MAX).optional(),
  status: z.enum(settableStatuses).optional(),
});

/**
 * Changes the subject or the status of a change request (interface, Change requests). The status
 * moves freely among draft, open and archived; a merged one keeps its status.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT for the status of a merged one or in a
 *   deleted space
 */
export async function updateChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  changes: z.output<typeof changeRequestChanges>,
): Promise<Row<'ChangeRequest'>> {
  const { id, number, spaceId } = await findChangeRequest(context, ref, 'edit');
  await context.write(async (transaction) => {
    // Whatever changes a change request holds its space, so the status stays as it is read.
    await lockSpaceFor(transaction, context.viewer, spaceId, 'edit');
    const current = await transaction.changeRequest.findUnique({ where: { id } });
    if (!current) throw notFound('change request', ref.changeRequestId);
    if (changes.status && current.status === 'merged') {
      throw conflict(
        `The change request ${number} is merged: its status cannot become "${changes.status}".`,
      );
    }
    await changeLocked(transaction, current, changes, context.now());
  });
  return findChangeRequest(context, ref);
}

/** The same for a change request that the transaction holds, without a check of its status. */
export async function changeLocked(
  transaction: PrismaTransaction,
  current: ChangeRequest,
  changes: z.output<typeof changeRequestChanges>,
  now: Date,
): Promise<void> {
  if (!wouldChange(current, changes)) return;
  await transaction.changeRequest.update({
    where: { id: current.id },
    data: { ...changes, updatedAt: now },
  });
}
