import { mutationField } from '../../builder/mutation-field.ts';
import { builder, type Row } from '../../builder.ts';
import { payloadRow } from '../../pagination/payload-row.ts';
import { StringMap } from '../../builder/string-map.ts';
import { ContentChangeInput } from '../content/edit/content-change-input.ts';
import { contentCommands } from '../content/edit/content-command.ts';
import { Revision } from '../content/revision.ts';
import { revisionSource } from '../content/revision-source.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { changeContent } from './change-content.ts';
import { changeRequestSource } from './change-request-source.ts';
import { ChangeRequest } from './change-request.ts';
import { contentRollback, rollBackContent } from './roll-back-content.ts';

const ContentOwner = builder.unionType('ContentOwner', {
  description: 'An owner of content: a space or a change request.',
  types: [Space, ChangeRequest],
  resolveType: (row) => ('number' in row ? 'ChangeRequest' : 'Space'),
});

export const EXPECTED_REVISION_DESCRIPTION =
  'Id of the revision that the content must still be at; else the write is refused with ' +
  '`STALE_REVISION`. On `/v1` it can also be given as `If-Match`, and the refusal is a 412.';

const given = { revisionId: 'revision' } as const;

/** The options of the payload field with the owner of changed content. */
const changedOwner = {
  type: ContentOwner,
  description: 'The space or the change request, at the revision that was made.',
  ...payloadRow<Row<'Space'> | Row<'ChangeRequest'>>(
    { source: changeRequestSource, key: 'changeRequest', visibleTo: 'viewer', given },
    { source: spaceSource, key: 'space', visibleTo: 'viewer', given },
  ),
} as const;

const writtenRevision = payloadRow<Row<'Revision'>>({
  source: revisionSource,
  key: 'revision',
  visibleTo: 'everybody',
});

mutationField('changeContent', {
  description:
    'Changes the content of a change request, or the primary content while the space is `LIVE`. ' +
    'Without `expectedRevision` and `baseRevision` the changes are made to the content as it ' +
    'is. Changes that change nothing make no revision. Needs the level `edit` on the space.',
  rest: {
    routes: {
      changeContentInSpace: 'POST /v1/spaces/{spaceId}/content',
      changeContentInChangeRequest:
        'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    },
    result: 'owner',
    ifMatch: 'expectedRevision',
    holdsContent: true,
  },
  inputDescription: 'Changes to make, and the content to change.',
  inputSchema: contentCommands,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    changeRequestId: t.id({
      description: 'Change request to edit, by id or number; else the primary content.',
    }),
    changes: t.field({
      type: [ContentChangeInput],
      required: true,
      description: 'The changes, in order. Either all of them are made or none.',
    }),
    expectedRevision: t.id({ description: EXPECTED_REVISION_DESCRIPTION }),
    baseRevision: t.id({
      description:
        'Id of the revision that the writer read. The changes are merged with later edits, and refused with `CONFLICT` only if both changed one value differently.',
    }),
  }),
  resolve: ({ spaceId, changeRequestId, ...input }, context) =>
    changeContent(context, { spaceId, changeRequestId }, input),
  payload: (t) => ({
    owner: t.field(changedOwner),
    revision: t.field({
      type: Revision,
      description: 'The new revision; the current one if the changes had no effect.',
      ...writtenRevision,
    }),
    refs: t.expose('refs', {
      type: StringMap,
      description: 'Ids of the inserted items, by their `ref` in the changes.',
    }),
  }),
});

mutationField('rollbackContent', {
  description:
    'Restores the content of a change request, or the primary content while the space is `LIVE`, from an earlier revision: pages, files, variables and redirects, with their former times. Creates a revision of the type `ROLLBACK`, unless nothing differs; the history stays. A change request that is rolled back to before an update is outdated again. Needs the level `edit` on the space.',
  rest: {
    routes: {
      rollbackContentInSpace: 'POST /v1/spaces/{spaceId}/content/rollback',
      rollbackContentInChangeRequest:
        'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/rollback',
    },
    result: 'owner',
    ifMatch: 'expectedRevision',
  },
  inputDescription: 'Revision to restore, and the content to restore it in.',
  inputSchema: contentRollback,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    changeRequestId: t.id({
      description: 'Change request to roll back, by id or number; else the primary content.',
    }),
    revision: t.id({
      required: true,
      description:
        'Id of the revision whose content is restored: one of the primary content, or of the ' +
        'change request.',
    }),
    expectedRevision: t.id({ description: EXPECTED_REVISION_DESCRIPTION }),
  }),
  resolve: ({ spaceId, changeRequestId, ...input }, context) =>
    rollBackContent(context, { spaceId, changeRequestId }, input),
  payload: (t) => ({
    owner: t.field(changedOwner),
    revision: t.field({
      type: Revision,
      description: 'The new revision; the current one if nothing differs.',
      ...writtenRevision,
    }),
  }),
});
