import { permissionsType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { findSpace } from '../spaces/space-access.ts';
import {
  changeRequestPermissions,
  type ChangeRequestPermissions,
} from './change-request-access.ts';
import { reading } from '../../pagination/declared-fields.ts';

const ChangeRequestPermissionsType = permissionsType<keyof ChangeRequestPermissions>(
  'ChangeRequestPermissions',
  'Permissions of the viewer on a change request. The same flags are enforced. A merged or archived one accepts comments only.',
  {
    view: 'May see it: any level on the space.',
    comment: 'May comment on it. Needs the level `comment`.',
    edit:
      'May change its content, subject and status, update it from the primary content, ' +
      'resolve its conflicts and ask for reviews. Needs the level `edit`.',
    review: 'May review it. Needs the level `review`; the creator may not.',
    merge: 'May merge it, reviewed or not. Needs the level `review`.',
  },
);

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
