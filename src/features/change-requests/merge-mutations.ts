import { enumType } from '../../builder/declare-types.ts';
import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { z } from 'zod';
import { builder, type Row } from '../../builder.ts';
import { payloadRow } from '../../pagination/payload-row.ts';
import { changeRequestSource } from './change-request-source.ts';
import { ChangeRequest } from './change-request.ts';
import { changeRequestInputFields } from './change-request-input-fields.ts';
import { ConflictSide } from './change-request-conflict.ts';
import { resolveConflicts } from './resolve-conflicts.ts';
import { mergeChangeRequest, type MergeOutcome } from './merge-change-request.ts';
import { syncFromPrimary } from './sync-from-primary.ts';

const ChangeRequestMergeResult = enumType('ChangeRequestMergeResult', 'Outcome of a merge.', {
  merge: 'Completed without unresolved conflicts.',
  conflicts: 'Completed with conflicts; the values of the change request were kept.',
});

const ChangeRequestUpdateResult = enumType(
  'ChangeRequestUpdateResult',
  'Outcome of an update from the primary content.',
  {
    update: 'Completed without unresolved conflicts.',
    conflicts: 'Completed with conflicts; the values of the change request were kept.',
  },
);

const ChangeRequestMerge = builder.objectRef<MergeOutcome>('ChangeRequestMerge').implement({
  description: 'Result of a merge.',
  rest: { fields: 'revision: revisionId result' },
  fields: (t) => ({
    revisionId: t.id({
      description: 'Id of the new revision of the primary content.',
      resolve: ({ revisionId }) => revisionId,
    }),
    result: t.field({
      type: ChangeRequestMergeResult,
      description: 'Outcome.',
      resolve: ({ openConflicts }) => (openConflicts > 0 ? 'conflicts' : 'merge'),
    }),
  }),
});

const ChangeRequestUpdate = builder.objectRef<MergeOutcome>('ChangeRequestUpdate').implement({
  description: 'Result of an update from the primary content.',
  rest: { fields: 'revision: revisionId result' },
  fields: (t) => ({
    revisionId: t.id({
      description: 'Id of the active revision of the change request.',
      resolve: ({ revisionId }) => revisionId,
    }),
    result: t.field({
      type: ChangeRequestUpdateResult,
      description: 'Outcome.',
      resolve: ({ openConflicts }) => (openConflicts > 0 ? 'conflicts' : 'update'),
    }),
  }),
});

const mergedRow = {
  source: changeRequestSource,
  key: 'changeRequestId',
  visibleTo: 'viewer',
} as const;

mutationField('mergeChangeRequest', {
  description:
    'Merges a change request into the primary content, completely or not at all. Its status becomes ' +
    '`MERGED`, which is final. Also works for a locked space. If both changed one value differently, there is a conflict: the content gets the value of the change request, and the conflict keeps both. Refused with `CONFLICT` where the merged content would be over a limit. ' +
    'Needs the level `review` on the space.',
  rest: {
    routes: {
      mergeChangeRequest: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    },
    result: 'merge',
  },
  inputDescription: 'Reference to the change request.',
  inputFields: (t) => ({
    ...changeRequestInputFields(t),
    refuseConflicts: t.boolean({
      defaultValue: false,
      description: 'Refuses the merge, with `CONFLICT`, when a conflict is not resolved.',
    }),
  }),
  resolve: ({ refuseConflicts, ...ref }, context) =>
    mergeChangeRequest(context, ref, { refuseConflicts: refuseConflicts ?? false }),
  payload: (t) => ({
    merge: returnedField(t, ChangeRequestMerge, 'Result.'),
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The merged change request.',
      ...payloadRow<Row<'ChangeRequest'>>(mergedRow),
    }),
  }),
});

mutationField('updateChangeRequestFromPrimary', {
  description:
    'Pulls the primary content into a change request, so that it is no longer outdated. Its ' +
    'status stays. If both changed one value differently, there is a conflict: the content gets the value of the change request, and the conflict keeps both. Refused with `CONFLICT` where ' +
    'the content would be over a limit. Needs the level `edit` on the space.',
  rest: {
    routes: {
      updateChangeRequest: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    },
    titles: { updateChangeRequest: 'Take primary content into change request' },
    result: 'update',
  },
  inputDescription: 'Reference to the change request.',
  inputFields: (t) => ({ ...changeRequestInputFields(t) }),
  resolve: (input, context) => syncFromPrimary(context, input),
  payload: (t) => ({
    update: returnedField(t, ChangeRequestUpdate, 'Result.'),
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The change request, at the revision that was made.',
      ...payloadRow<Row<'ChangeRequest'>>({ ...mergedRow, given: { revisionId: 'revisionId' } }),
    }),
  }),
});

/** Maximum number of conflicts in one call. */
const CONFLICTS_MAX = 1000;

const resolutionInput = z.object({
  conflictIds: z.array(z.string()).min(1).max(CONFLICTS_MAX).nullish(),
});

mutationField('resolveConflicts', {
  description:
    'Resolves conflicts of a change request with the values of one side. An outdated change request is updated from the primary content first, so that conflicts of a merge can be resolved before it. Needs the level `edit` on the space.',
  inputDescription: 'Conflicts to resolve, and the side to choose.',
  inputSchema: resolutionInput,
  inputFields: (t) => ({
    ...changeRequestInputFields(t),
    conflictIds: t.idList({
      description: 'Ids of the conflicts; all that are not resolved when absent.',
    }),
    side: t.field({
      type: ConflictSide,
      required: true,
      description: 'The side whose values the change request takes.',
    }),
  }),
  resolve: ({ spaceId, changeRequestId, ...resolution }, context) =>
    resolveConflicts(context, { spaceId, changeRequestId }, resolution),
  payload: (t) => ({
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The change request as it is now.',
      ...payloadRow<Row<'ChangeRequest'>>({ ...mergedRow, given: { revisionId: 'revisionId' } }),
    }),
  }),
});
