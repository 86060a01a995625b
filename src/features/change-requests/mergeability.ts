import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { mergeRevisions } from '../content/merge/merge-revisions.ts';
import { loadHead } from '../content/load-head.ts';
import { drafts } from '../content/store/text-store.ts';
import { findSpace, spacePermissions } from '../spaces/space-access.ts';
import { ChangeRequestConflict } from './change-request-conflict.ts';
import { changeRequestConflictSource } from './change-request-conflict-source.ts';
import { conflictRow } from './conflict-rows.ts';

type BlockReason = 'merged' | 'archived' | 'space-deleted' | 'no-permission' | 'conflicts';

interface Mergeability {
  reasons: BlockReason[];
  conflicts: Row<'ChangeRequestConflict'>[];
}

/** What a merge would find now. Nothing is written. */
async function mergeabilityOf(
  changeRequest: Row<'ChangeRequest'>,
  context: Context,
): Promise<Mergeability> {
  const { id, spaceId, status } = changeRequest;
  const space = await findSpace(context, spaceId);
  const known = await knownConflicts(context, id);
  const open = new Map(known.filter((one) => !one.resolution).map((one) => [one.id, one]));
  if (status !== 'merged') {
    for (const row of await newConflicts(context, changeRequest, space.revisionId)) {
      if (!known.some((one) => one.id === row.id)) open.set(row.id, row);
    }
  }
  const reasons: [BlockReason, boolean][] = [
    ['merged', status === 'merged'],
    ['archived', status === 'archived'],
    ['space-deleted', space.deletedAt !== null],
    ['no-permission', !spacePermissions(space).merge],
    ['conflicts', open.size > 0],
  ];
  return {
    reasons: reasons.filter(([, holds]) => holds).map(([reason]) => reason),
    conflicts: [...open.values()],
  };
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

const MergeBlockReason = builder.enumType('MergeBlockReason', {
  description: 'What keeps a change request from being merged without a conflict.',
  values: {
    MERGED: { value: 'merged', description: 'It is merged already.' },
    ARCHIVED: { value: 'archived', description: 'It is archived; open it again.' },
    SPACE_DELETED: { value: 'space-deleted', description: 'Its space is deleted; restore that.' },
    NO_PERMISSION: {
      value: 'no-permission',
      description: 'The viewer has no level `review` on the space.',
    },
    CONFLICTS: {
      value: 'conflicts',
      description:
        'There are conflicts that are not resolved. A merge is possible, unless it is told to refuse them.',
    },
  } as const,
});

const ChangeRequestMergeability = builder
  .objectRef<Mergeability>('ChangeRequestMergeability')
  .implement({
    description: 'What a merge of a change request would find now.',
    fields: (t) => ({
      mergeable: t.boolean({
        description: 'Whether the viewer can merge it without a conflict.',
        resolve: ({ reasons }) => reasons.length === 0,
      }),
      reasons: t.field({
        type: [MergeBlockReason],
        description: 'Everything that is against it.',
        resolve: ({ reasons }) => reasons,
      }),
      conflicts: t.field({
        type: [ChangeRequestConflict],
        description:
          'The conflicts that are not resolved: those that it has, and those that an update from ' +
          'the primary content would find now. `resolveConflicts` takes the ids of both.',
        complexity: { field: 1, multiplier: 20 },
        resolve: ({ conflicts }) => conflicts,
      }),
    }),
  });

builder.prismaObjectFields('ChangeRequest', (t) => ({
  mergeability: t.field({
    type: ChangeRequestMergeability,
    description: 'Whether it can be merged now, and everything that is against it.',
    complexity: 500,
    resolve: (changeRequest, _args, context) => mergeabilityOf(changeRequest, context),
  }),
}));
