import { builder } from '../../builder.ts';
import { historyField } from '../content/revision-history.ts';
import { changeRequestSource } from './change-request-source.ts';
import { ChangeRequest } from './change-request.ts';
import { oneField, pointing } from '../../pagination/declared-fields.ts';

historyField(
  'ChangeRequest.revisions',
  'Revisions made in the change request, newest first, without the one that it started from.',
);

builder.prismaObjectFields('Revision', (t) => ({
  changeRequest: t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'The change request in which it was written; null for the primary content.',
    // The primary content is the branch of the space, whose id no change request has.
    ...pointing(changeRequestSource, 'branchId'),
    resolve: ({ branchId, spaceId }, _args, { loaders }) =>
      branchId === null || branchId === spaceId ? null : loaders.one(changeRequestSource, branchId),
  }),
  mergedFrom: t.field({
    type: ChangeRequest,
    description:
      'The change request that a `MERGE` brought in; null for other types, and for readers of ' +
      'what is published, who see no change requests.',
    ...oneField(changeRequestSource, 'mergedFromId'),
  }),
}));
