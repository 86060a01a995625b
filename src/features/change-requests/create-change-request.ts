import { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';
import { lockSpaceAndWrite } from '../spaces/lock-space-authorized.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { findSpace } from '../spaces/space-access.ts';
import { countChangeRequestSql } from '../spaces/space-sql.ts';
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
  const { viewer } = context;
  const result = { id: newId('ChangeRequest') };
  const work = async (transaction: PrismaTransaction) => {
    const now = context.now();
    // The space stays locked, so that a failed transaction leaves no gap in the numbers.
    const lock = { id: spaceId, flag: 'edit' } as const;
    const write = (allowed: Sql) => sql`
      counted AS (
        ${countChangeRequestSql(spaceId, allowed)}
      ), created AS (
        INSERT INTO change_requests (id, space_id, number, status, subject, agent_task_id,
          revision_id, revision_initial_id, created_by_id, created_at, updated_at)
        SELECT ${result.id}, ${spaceId}, counted.number, 'draft', ${subject ?? ''},
          ${agentTaskId ?? null}, counted.revision_id, counted.revision_id, ${viewer.id}, ${now}, ${now}
        FROM counted RETURNING id
      ), written AS (
        INSERT INTO change_request_contributors (change_request_id, user_id, updated_at)
        SELECT created.id, ${viewer.id}, ${now} FROM created RETURNING 1
      )`;
    await lockSpaceAndWrite(transaction, viewer, lock, [], { write, result });
    return result;
  };
  return writeChecked(
    context,
    () => findSpace(context, spaceId, 'edit'),
    () => context.writeInTurn(spaceId, work),
  );
}
