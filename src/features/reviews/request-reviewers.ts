import { z } from 'zod';
import type { Row } from '../../builder.ts';
import { writeChecked, type Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { insertSql } from '../../database/write-sql.ts';
import type { ChangeRequest } from '../../database/generated/prisma/client.ts';
import { badInput } from '../../errors.ts';
import { firstRowsOf } from '../../pagination/first-of.ts';
import {
  findChangeRequest,
  type ChangeRequestRef,
} from '../change-requests/change-request-access.ts';
import { lockChangeRequest } from '../change-requests/lock-change-request.ts';
import { changeLocked, changeRequestChanges } from '../change-requests/update-change-request.ts';
import { canReviewSql } from './can-review-sql.ts';
import { reviewersAmong } from './requested-reviewer.ts';

/** Maximum number of users in one request. */
const USERS_MAX = 100;

/** The users to request reviews from, and an optional new subject of the change request. */
export const reviewRequest = z.object({
  users: z.array(z.string()).min(1).max(USERS_MAX),
  subject: changeRequestChanges.shape.subject,
});

/**
 * Requests reviews of a change request, and opens a draft. Keeps existing review requests
 * unchanged.
 *
 * @returns the requests for these users
 * @throws NOT_FOUND, FORBIDDEN below `edit`, BAD_USER_INPUT naming a user who may not review it,
 *   CONFLICT when it is merged or archived, or the space deleted
 */
export async function requestReviewers(
  context: Context,
  ref: ChangeRequestRef,
  { users, subject }: z.output<typeof reviewRequest>,
): Promise<Row<'RequestedReviewer'>[]> {
  const work = async (transaction: PrismaTransaction) => {
    const purpose = { flag: 'edit', action: 'be put up for review' } as const;
    const [{ changeRequest }, reviewers] = await Promise.all([
      lockChangeRequest(transaction, context.viewer, ref, purpose),
      findReviewers(transaction, ref.spaceId, users),
    ]);
    requireReviewers(changeRequest, users, reviewers);
    const { id: changeRequestId, revisionId, status } = changeRequest;
    const now = context.now();
    const request = { changeRequestId, revisionId, requestedById: context.viewer.id };
    const from = sql`FROM unnest(${[...new Set(users)]}::text[]) asked(id) ON CONFLICT DO NOTHING`;
    const row = { ...request, userId: sql`asked.id`, createdAt: now };
    await executeLast(transaction, insertSql('requested_reviewers', row, from));
    const changes = { subject, ...(status === 'draft' && { status: 'open' as const }) };
    await changeLocked(transaction, changeRequest, changes, now);
    return changeRequest;
  };
  const found = await writeChecked(
    context,
    () => findChangeRequest(context, ref, 'edit'),
    () => context.writeInTurn(ref.spaceId, work),
  );
  return firstRowsOf(context.loaders, reviewersAmong, found, { userIds: users }, USERS_MAX);
}

async function findReviewers(
  transaction: PrismaTransaction,
  spaceId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.$queryRaw<{ id: string }[]>(sql`
    SELECT asked.id FROM unnest(${[...userIds]}::text[]) asked(id)
    WHERE ${canReviewSql(sql`${spaceId}`, sql`asked.id`)}`);
  return new Set(rows.map(({ id }) => id));
}

/** @throws BAD_USER_INPUT naming the first user who may not review the change request */
function requireReviewers(
  { createdById }: ChangeRequest,
  userIds: readonly string[],
  reviewers: ReadonlySet<string>,
): void {
  for (const [index, id] of userIds.entries()) {
    const path = ['input', 'users', index];
    if (id === createdById) {
      throw badInput(
        `"users.${index}" created the change request, so others must review it.`,
        path,
      );
    }
    if (!reviewers.has(id)) {
      throw badInput(
        `"users.${index}" must be somebody with the level "review" on the space; "${id}" is not.`,
        path,
      );
    }
  }
}
