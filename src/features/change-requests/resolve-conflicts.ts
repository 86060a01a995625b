import { writeChecked, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { ChangeRequestConflict, Prisma } from '../../database/generated/prisma/client.ts';
import { badField } from '../../errors.ts';
import type { Conflict } from '../../revisions/merge/conflict.ts';
import { resolutionChanges } from '../../revisions/merge/resolution-changes.ts';
import { contentStoreOf } from '../../revisions/store/content-reader.ts';
import { writeRevision } from '../../revisions/store/write-revision.ts';
import { findChangeRequest, type ChangeRequestRef } from './change-request-access.ts';
import type { ConflictSideValue } from './change-request-conflict.ts';
import { lockChangeRequest } from './lock-change-request.ts';
import { recordContribution } from './record-contribution.ts';
import { updateLocked } from './sync-from-primary.ts';

export interface Resolution {
  /** Ids of the conflicts to resolve; if absent, all unresolved ones. */
  conflictIds?: readonly string[] | null | undefined;
  side: ConflictSideValue;
}

/**
 * Resolves conflicts of a change request in favor of one side, and writes that side's values to its
 * content. Updates an outdated change request from the primary content first, so that all conflicts
 * of a merge can be resolved before the merge.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when it is merged or archived, BAD_USER_INPUT
 *   for an unknown conflict, or a value that the content can no longer contain
 */
export async function resolveConflicts(
  context: Context,
  ref: ChangeRequestRef,
  { conflictIds, side }: Resolution,
): Promise<{ changeRequestId: string; revisionId: string }> {
  const work = async (transaction: PrismaTransaction) => {
    const authorship = { authorId: context.viewer.id, now: context.now() };
    const purpose = { flag: 'edit', action: 'be edited' } as const;
    const locked = await lockChangeRequest(transaction, context.viewer, ref, purpose);
    const { id } = locked.changeRequest;
    const { revision: head } = await updateLocked(transaction, locked, authorship);
    const which: Prisma.ChangeRequestConflictWhereInput = {
      changeRequestId: id,
      ...(conflictIds ? { id: { in: [...conflictIds] } } : { resolution: null }),
    };
    const conflicts = await findConflicts(transaction, which, conflictIds ?? []);
    const changes = await resolutionChanges(
      contentStoreOf(transaction),
      head,
      conflicts.map(conflictOf),
      side,
    );
    const revision = await writeRevision(transaction, { branchId: id, head }, changes, authorship);
    if (revision.id !== head.id) {
      const edit = { revisionId: revision.id, userId: authorship.authorId, now: authorship.now };
      await recordContribution(transaction, id, edit);
    }
    await transaction.changeRequestConflict.updateMany({
      where: which,
      data: { resolution: side, resolvedById: authorship.authorId, resolvedAt: authorship.now },
    });
    return { changeRequestId: id, revisionId: revision.id };
  };
  return writeChecked(
    context,
    () => findChangeRequest(context, ref, 'edit'),
    () => context.writeInTurn(ref.spaceId, work),
  );
}

async function findConflicts(
  transaction: PrismaTransaction,
  where: Prisma.ChangeRequestConflictWhereInput,
  ids: readonly string[],
): Promise<ChangeRequestConflict[]> {
  const conflicts = await transaction.changeRequestConflict.findMany({
    where,
    orderBy: { id: 'asc' },
  });
  const found = new Set(conflicts.map(({ id }) => id));
  const missing = ids.findIndex((id) => !found.has(id));
  if (missing >= 0) {
    throw badField(['input', 'conflictIds', missing], 'is not a conflict of the change request');
  }
  return conflicts;
}

function conflictOf(row: ChangeRequestConflict): Conflict {
  return {
    subject: row.subject as Conflict['subject'],
    id: row.subjectId,
    attribute: row.attribute,
    base: row.base,
    ours: row.ours,
    theirs: row.theirs,
    stands: row.stands as Conflict['stands'],
  };
}
