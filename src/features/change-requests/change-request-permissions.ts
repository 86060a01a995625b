import { builder } from '../../builder.ts';
import { findSpace } from '../spaces/space-access.ts';
import {
  changeRequestPermissions,
  type ChangeRequestPermissions,
} from './change-request-access.ts';
import { reading } from '../../pagination/declared-fields.ts';

const ChangeRequestPermissionsType = builder
  .objectRef<ChangeRequestPermissions>('ChangeRequestPermissions')
  .implement({
    description:
      'Permissions of the viewer on a change request. The same flags are enforced. A merged or archived one accepts comments only.',
    fields: (t) => ({
      view: t.exposeBoolean('view', { description: 'May see it: any level on the space.' }),
      comment: t.exposeBoolean('comment', {
        description: 'May comment on it. Needs the level `comment`.',
      }),
      edit: t.exposeBoolean('edit', {
        description:
          'May change its content, subject and status, update it from the primary content, ' +
          'resolve its conflicts and ask for reviews. Needs the level `edit`.',
      }),
      review: t.exposeBoolean('review', {
        description: 'May review it. Needs the level `review`; the creator may not.',
      }),
      merge: t.exposeBoolean('merge', {
        description: 'May merge it, reviewed or not. Needs the level `review`.',
      }),
    }),
  });

builder.prismaObjectFields('ChangeRequest', (t) => ({
  permissions: t.field({
    type: ChangeRequestPermissionsType,
    description: 'Permissions of the viewer.',
    ...reading('createdById', 'spaceId'),
    resolve: async (changeRequest, _args, context) =>
      changeRequestPermissions(
        context.viewer,
        changeRequest,
        await findSpace(context, changeRequest.spaceId),
      ),
  }),
}));
