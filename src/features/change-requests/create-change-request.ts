import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../lib/id.ts';
import { nextChangeRequestNumber } from '../spaces/next-change-request-number.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findChangeRequest } from './change-request-access.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Longest subject, in characters (interface, Limits). */
export const SUBJECT_LENGTH_MAX = 100;
const AGENT_TASK_ID_LENGTH_MAX = 255;

/** What a new change request may be given. */
export const newChangeRequest = z.object({
  subject: visibleText.max(SUBJECT_LENGTH_MAX).optional(),
  agentTaskId: visibleText.min(1).max(AGENT_TASK_ID_LENGTH_MAX).optional(),
});

/**
 * Creates a draft on the content that the space has now (interface, Change requests). Its number
 * follows the last one without a gap, however many are created at once.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when the space is deleted
 */
export async function createChangeRequest(
  context: Context,
  spaceId: string,
  { subject, agentTaskId }: z.output<typeof newChangeRequest>,
): Promise<Row<'ChangeRequest'>> {
  await findSpace(context, spaceId, 'edit');
  const changeRequestId = await context.write(async (transaction) => {
    const { number, revisionId } = await nextChangeRequestNumber(
      transaction,
      context.viewer,
      spaceId,
    );
    const now = context.now();
    const { id } = await transaction.changeRequest.create({
      data: {
        id: newId('ChangeRequest'),
        spaceId,
        number,
        status: 'draft',
        subject: subject ?? '',
        agentTaskId: agentTaskId ?? null,
        revisionId,
        revisionInitialId: revisionId,
        createdById: context.viewer.id,
        createdAt: now,
        updatedAt: now,
        contributors: { create: { userId: context.viewer.id, updatedAt: now } },
      },
    });
    return id;
  });
  return findChangeRequest(context, { spaceId, changeRequestId });
}
