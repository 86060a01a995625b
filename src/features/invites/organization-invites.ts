import { connectionType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { orderedBy } from '../../builder/list-sorting.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { loadInvite } from './invite-access.ts';
import { inviteSource } from './invite-source.ts';
import { Invite } from './invite.ts';

connectionField('Organization.invites', {
  type: connectionType(Invite, 'invite link'),
  description:
    'The invite links of the organization, newest first: links to the organization for admins, links to a space or a collection for viewers who could grant the same level there.',
  rest: { rare: true, route: 'GET /link-invites', operationId: 'listOrganizationInviteLinks' },
  source: inviteSource,
  of: 'organizationId',
  ...orderedBy('createdAt', 'creation', 'descending'),
});

builder.prismaObjectFields('Organization', (t) => ({
  invite: t.field({
    type: Invite,
    nullable: true,
    description: 'An invite link of the organization, for whom `invites` lists it.',
    args: { id: t.arg.id({ required: true, description: 'Id of the invite link.' }) },
    rest: {
      rare: true,
      route: 'GET /link-invites/{inviteId}',
      operationId: 'getOrganizationInviteLink',
    },
    resolve: (organization, { id }, context) =>
      loadInvite(context, { organizationId: organization.id, inviteId: id }),
  }),
}));
