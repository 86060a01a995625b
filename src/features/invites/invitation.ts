import { connectionType } from '../../builder/declare-types.ts';
import { builder, registerNode } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { RoleEnum } from '../organizations/role.ts';
import { emailOfUserSql } from '../users/email-of-user-sql.ts';
import { pastUser } from '../users/past-user.ts';
import { INVITATION_DAYS } from './invitation-secret.ts';
import { invitationSource, ownInvitationSource } from './invitation-source.ts';
import { childField, showing } from '../../pagination/declared-fields.ts';

registerNode(invitationSource);

export const Invitation = builder.prismaNode('Invitation', {
  description: `An invitation by e-mail, until the person accepts or declines it, or it expires after ${INVITATION_DAYS} days. Exists for admins of the organization, and for the user with that address; its secret is not stored.`,
  id: {
    field: 'id',
    description:
      'Identifier, `ivt_…`. It is not a secret: only the user with the address can join by it.',
  },
  rest: {
    object: 'invitation',
    fields: `id organization: organizationId organizationTitle email role sso
      invitedBy { ...User } createdAt expiresAt`,
    nullable: ['role'],
  },
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organizationTitle: t.exposeString('organizationTitle', {
      description: 'Title of the organization, which the invited person is no member of yet.',
    }),
    email: t.exposeString('email', { description: 'The invited address, in lower case.' }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Role that accepting gives; null makes a guest.',
      ...showing('role'),
    }),
    sso: t.exposeBoolean('sso', {
      description: 'Whether the person may log in by single sign-on once they are a member.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the e-mail address was first invited.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the invitation expires.',
    }),
    mailedAt: t.expose('mailedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the mail with the current link was sent; null if none was.',
    }),
    invitedBy: t.field({
      ...pastUser('invitedById'),
      description:
        'The user who sent the latest invitation, even if they have left; null if the account was deleted.',
    }),
  }),
});

const InvitationConnection = connectionType(Invitation, 'invitation');

const sorting = declareSorting('InvitationSort', 'invitations', {
  createdAt: 'When it was created.',
  email: 'E-mail address.',
}).from('createdAt', 'descending');

connectionField('Organization.invitations', {
  type: InvitationConnection,
  description:
    'The pending invitations by e-mail, newest first; those who are not admins see at most one to themselves.',
  source: invitationSource,
  of: 'organizationId',
  ...sorting,
});

builder.prismaObjectFields('Organization', (t) => ({
  invitation: t.field({
    type: Invitation,
    description: 'A pending invitation by e-mail, for admins and for the invited person.',
    args: { id: t.arg.id({ required: true, description: 'Id of the invitation.' }) },
    ...childField(invitationSource, 'organizationId'),
  }),
}));

connectionField('User.invitations', {
  type: InvitationConnection,
  description:
    'The pending invitations to the e-mail address of the viewer, newest first: `joinOrganizationWithInvite` accepts one, `declineInvitation` declines it. Empty for anyone else.',
  rest: { route: 'GET /invites', operationId: 'listOwnInvitations', below: 'Query.viewer' },
  source: ownInvitationSource,
  of: (userId) => sql`t.email = ${emailOfUserSql(userId)}`,
  ...sorting,
});
