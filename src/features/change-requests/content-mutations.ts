import { builder } from '../../builder.ts';
import { validated } from '../../lib/validated.ts';
import { ContentChangeInput } from '../content/edit/content-change-input.ts';
import { contentChanges } from '../content/edit/content-change.ts';
import { Revision } from '../content/revision.ts';
import { loadHead } from '../content/load-head.ts';
import { findSpace } from '../spaces/space-access.ts';
import { Space } from '../spaces/space.ts';
import { changeContent } from './change-content.ts';
import { findChangeRequest } from './change-request-access.ts';
import { ChangeRequest } from './change-request.ts';

const ContentOwner = builder.unionType('ContentOwner', {
  description: 'What has content of its own: a space, or a change request.',
  types: [Space, ChangeRequest],
  resolveType: (row) => ('number' in row ? 'ChangeRequest' : 'Space'),
});

builder.relayMutationField(
  'changeContent',
  {
    description: 'What to change, and where.',
    validate: contentChanges.loose(),
    inputFields: (t) => ({
      spaceId: t.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.id({
        description: 'Change request to edit, by id or number; else the primary content.',
      }),
      changes: t.field({
        type: [ContentChangeInput],
        required: true,
        description: 'The changes, in order: all are made, or none.',
      }),
      expectedRevision: t.id({
        description:
          'Id of the revision that the content must still be at; else the write is refused with ' +
          '`STALE_REVISION`. On `/v1` it can also be given as `If-Match`, and the refusal is a 412.',
      }),
      baseRevision: t.id({
        description:
          'Id of the revision that the writer read. The changes are merged with what was written ' +
          'since, and refused with `CONFLICT` only where both changed one value differently.',
      }),
    }),
  },
  {
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
    resolve: (_root, { input: { spaceId, changeRequestId, ...input } }, context) =>
      changeContent(context, { spaceId, changeRequestId }, validated(contentChanges, input)),
  },
  {
    description: 'Answer of `changeContent`.',
    outputFields: (t) => ({
      owner: t.field({
        type: ContentOwner,
        description: 'The space or the change request as it is now.',
        resolve: ({ ref: { spaceId, changeRequestId } }, _args, context) =>
          changeRequestId == null
            ? findSpace(context, spaceId)
            : findChangeRequest(context, { spaceId, changeRequestId }),
      }),
      revision: t.field({
        type: Revision,
        description: 'The new revision; the old one when the changes changed nothing.',
        resolve: ({ revision }, _args, context) => loadHead(context, { revisionId: revision.id }),
      }),
      refs: t.field({
        type: 'JSON',
        description: 'Ids of what was inserted, by the names that the changes gave it.',
        resolve: ({ refs }) => refs,
      }),
    }),
  },
);
