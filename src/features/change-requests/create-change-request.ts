import { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { newId } from '../../lib/id.ts';
import { lockSpaceAndRead } from '../spaces/lock-space-for.ts';
import type { WrittenRow } from '../../pagination/written-row.ts';
import { findSpace } from '../spaces/space-access.ts';
import { setLastChangeRequestSql } from '../spaces/space-sql.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Maximum length of a subject, in characters (interface, Limits). */
export const SUBJECT_LENGTH_MAX = 100;
const AGENT_TASK_ID_LENGTH_MAX = 255;

/** The input of a new change request. */
export const newChangeRequest = z.object({
  subject: visibleText.max(SUBJECT_LENGTH_MAX).optional(),
  agentTaskId: visibleText.min(1).max(AGENT_TASK_ID_LENGTH_MAX).optional(),
});

/**
 * Creates a draft from the current content of a space (interface, Change requests). Numbers are
 * consecutive, even for concurrent calls.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when the space is deleted
 */
export function createChangeRequest(
  context: Context,
  spaceId: string,
  { subject, agentTaskId }: z.output<typeof newChangeRequest>,
): Promise<WrittenRow> {
  const work = async (transaction: PrismaTransaction) => {
    // The space stays locked, so that a failed transaction leaves no gap in the numbers.
    const lock = { id: spaceId, flag: 'edit', isUnread: true } as const;
    const { space } = await lockSpaceAndRead(transaction, context.viewer, lock, []);
    const { revisionId } = space;
    const number = space.lastChangeRequest + 1;
    const now = context.now();
    const id = newId('ChangeRequest');
    const { id: userId } = context.viewer;
    const statement = sql`
      WITH counted AS (
        ${setLastChangeRequestSql(spaceId, number)}
      ), created AS (
        INSERT INTO change_requests (id, space_id, number, status, subject, agent_task_id,
          revision_id, revision_initial_id, created_by_id, created_at, updated_at)
        VALUES (${id}, ${spaceId}, ${number}::int, 'draft', ${subject ?? ''}, ${agentTaskId ?? null},
          ${revisionId}, ${revisionId}, ${userId}, ${now}, ${now})
        RETURNING id
      )
      INSERT INTO change_request_contributors (change_request_id, user_id, updated_at)
      SELECT created.id, ${userId}, ${now} FROM created`;
    await executeLast(transaction, statement);
    return { id };
  };
  return writeChecked(
    context,
    () => findSpace(context, spaceId, 'edit'),
    () => context.writeInTurn(spaceId, work),
  );
}
