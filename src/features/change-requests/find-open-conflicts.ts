import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { loadHead } from '../content/load-head.ts';
import { mergeRevisions } from '../content/merge/merge-revisions.ts';
import { drafts } from '../content/store/text-store.ts';
import { changeRequestConflictSource } from './change-request-conflict-source.ts';
import { conflictRow } from './conflict-rows.ts';

/**
 * The conflicts of a change request that are not resolved: those that it has, and those that an
 * update from the primary content would find now. Nothing is written.
 *
 * @param primaryId the head of the primary content
 */
export async function findOpenConflicts(
  context: Context,
  changeRequest: Row<'ChangeRequest'>,
  primaryId: string,
): Promise<Row<'ChangeRequestConflict'>[]> {
  const known = await knownConflicts(context, changeRequest.id);
  const open = known.filter(({ resolution }) => resolution === null);
  if (changeRequest.status === 'merged') return open;
  const found = await newConflicts(context, changeRequest, primaryId);
  const knownIds = new Set(known.map(({ id }) => id));
  return [...open, ...found.filter(({ id }) => !knownIds.has(id))];
}

async function newConflicts(
  context: Context,
  { id, revisionId, revisionInitialId, revisionMergedAncestorId }: Row<'ChangeRequest'>,
  primaryId: string,
): Promise<Row<'ChangeRequestConflict'>[]> {
  const [base, ours, theirs] = await Promise.all(
    [revisionMergedAncestorId ?? revisionInitialId, revisionId, primaryId].map((revision) =>
      loadHead(context, { revisionId: revision }),
    ),
  );
  if (!base || !ours || !theirs) throw new Error('A revision of a change request is missing.');
  const merged = await mergeRevisions(drafts(context.db), { base, ours, theirs });
  const unresolved = { resolution: null, resolvedAt: null, resolvedById: null };
  return merged.conflicts.map((conflict) => ({
    ...conflictRow(id, conflict),
    ...unresolved,
    createdAt: context.now(),
  }));
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
