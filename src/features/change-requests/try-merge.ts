import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { createPauses } from '../../lib/pauses.ts';
import { loadHead } from '../content/load-head.ts';
import type { LimitBreach } from '../../revisions/merge/limit-breach.ts';
import { mergeRevisions } from '../../revisions/merge/merge-revisions.ts';
import { contentDrafts, contentReaderOf } from '../../revisions/store/content-reader.ts';
import { changeRequestConflictSource } from './change-request-conflict-source.ts';
import { conflictRow } from './conflict-rows.ts';

/** The expected outcome of a merge. */
export interface TriedMerge {
  /** Unresolved conflicts: those of the change request, and those that an update would find. */
  conflicts: Row<'ChangeRequestConflict'>[];
  /** Limits that the merged content would exceed, so that the merge would be refused. */
  breaches: readonly LimitBreach[];
}

/**
 * Determines the outcome of merging or updating a change request now, without writing anything.
 *
 * @param primaryId the head of the primary content
 */
export async function tryMerge(
  context: Context,
  changeRequest: Row<'ChangeRequest'>,
  primaryId: string,
): Promise<TriedMerge> {
  const known = await knownConflicts(context, changeRequest.id);
  const open = known.filter(({ resolution }) => resolution === null);
  if (changeRequest.status === 'merged') return { conflicts: open, breaches: [] };
  const { conflicts, breaches } = await mergeWithPrimary(context, changeRequest, primaryId);
  const knownIds = new Set(known.map(({ id }) => id));
  return { conflicts: [...open, ...conflicts.filter(({ id }) => !knownIds.has(id))], breaches };
}

async function mergeWithPrimary(
  context: Context,
  { id, revisionId, revisionInitialId, revisionMergedAncestorId }: Row<'ChangeRequest'>,
  primaryId: string,
): Promise<TriedMerge> {
  const [base, ours, theirs] = await Promise.all(
    [revisionMergedAncestorId ?? revisionInitialId, revisionId, primaryId].map((revision) =>
      loadHead(context, { revisionId: revision }),
    ),
  );
  if (!base || !ours || !theirs) throw new Error('A revision of a change request is missing.');
  const merged = await mergeRevisions(contentDrafts(contentReaderOf(context.db)), {
    base,
    ours,
    theirs,
  });
  const unresolved = { resolution: null, resolvedAt: null, resolvedById: null };
  const conflicts: Row<'ChangeRequestConflict'>[] = [];
  const pause = createPauses();
  for (const conflict of merged.conflicts) {
    await pause();
    conflicts.push({ ...conflictRow(id, conflict), ...unresolved, createdAt: context.now() });
  }
  return { conflicts, breaches: merged.breaches };
}

async function knownConflicts({ db, loaders }: Context, changeRequestId: string) {
  const ids = await db.prisma.changeRequestConflict.findMany({
    where: { changeRequestId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  const rows = await Promise.all(ids.map(({ id }) => loaders.one(changeRequestConflictSource, id)));
  return rows.filter((row) => row !== null);
}
