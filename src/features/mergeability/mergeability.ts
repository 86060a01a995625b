import { enumType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { listField } from '../../pagination/list-field.ts';
import { ChangeRequestConflictConnection } from '../change-requests/change-request-conflict.ts';
import { contentLimits } from '../../revisions/content-limits.ts';
import { findMergeability, conflictPlaceOf, type Mergeability } from './find-mergeability.ts';

const MergeBlockReason = enumType(
  'MergeBlockReason',
  'A reason why a change request cannot be merged without conflicts.',
  {
    merged: 'The change request is already merged.',
    archived: 'The change request is archived; reopen it first.',
    'space-deleted': 'The space is deleted; restore it first.',
    'no-permission': 'The viewer lacks the level `review` on the space.',
    conflicts:
      'There are unresolved conflicts. A merge is still possible, unless `refuseConflicts` is true.',
    'too-large':
      `The merged content would have more than ${contentLimits.pageCountMax} pages, ` +
      `${contentLimits.fileCountMax} files, ${contentLimits.variableCountMax} variables or ` +
      `${contentLimits.redirectCountMax} redirects, so it is refused; delete some.`,
    'too-deep':
      `A page of the merged content would be more than ${contentLimits.depthMax} levels deep, ` +
      'so it is refused; move that page, or one above it, further up.',
  },
);

const MergeWarning = enumType('MergeWarning', 'A warning that does not block a merge.', {
  'changes-requested': 'The latest review of at least one reviewer requests changes.',
  'review-requested': 'A requested review is pending.',
  'review-outdated': 'The approvals are for an older state of the content.',
});

const ChangeRequestMergeability = builder
  .objectRef<Mergeability>('ChangeRequestMergeability')
  .implement({
    description: 'Preview of a merge of the change request in its current state.',
    fields: (t) => ({
      mergeable: t.boolean({
        description: 'Whether the viewer can merge it without a conflict; warnings do not matter.',
        resolve: ({ reasons }) => reasons.length === 0,
      }),
      reasons: t.expose('reasons', {
        type: [MergeBlockReason],
        description: 'All reasons that block the merge.',
      }),
      warnings: t.expose('warnings', {
        type: [MergeWarning],
        description:
          'Objections of the reviews. The latest review of each reviewer counts, as long as they may review the change request. Empty after the merge.',
      }),
      conflicts: t.field({
        type: ChangeRequestConflictConnection,
        description:
          'The conflicts that are not resolved: those that it has, and those that an update ' +
          'from the primary content would find now; those of one page are together. ' +
          '`resolveConflicts` takes the ids of both.',
        args: t.arg.connectionArgs(),
        ...listField<Mergeability, Row<'ChangeRequestConflict'>, Context>({
          name: 'ChangeRequestMergeability.conflicts',
          load: ({ conflicts }) => Promise.resolve(conflicts),
          keyOf: conflictPlaceOf,
        }),
      }),
    }),
  });

builder.prismaObjectFields('ChangeRequest', (t) => ({
  mergeability: t.field({
    type: ChangeRequestMergeability,
    description: 'Whether it can be merged now, and all reasons against it.',
    complexity: 500,
    resolve: (changeRequest, _args, context) => findMergeability(context, changeRequest),
  }),
}));
