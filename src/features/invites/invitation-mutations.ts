import { inputIdField, mutationField, returnedField } from '../../builder/mutation-field.ts';
import { builder, type InputBuilder } from '../../builder.ts';
import { RoleEnum } from '../organizations/role.ts';
import { declineInvitation } from './decline-invitation.ts';
import { deleteInvitation } from './delete-invitation.ts';
import { InvitationDelivery } from './invitation-delivery.ts';
import { invitedAddresses } from './invite-bodies.ts';
import { inviteUsers, type InvitedUsers } from './invite-users.ts';
import { EMAILS_MAX, newInvitations } from './new-invitations.ts';
import { resendInvitation } from './resend-invitation.ts';
import { INVITATIONS_MAX } from './store-invitations.ts';

const invitationKeyFields = (t: InputBuilder) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  invitationId: t.id({ required: true, description: 'Id of the invitation.' }),
});

const InvitedAddressInput = builder.inputType('InvitedAddressInput', {
  description: 'A person to invite.',
  fields: (t) => ({
    email: t.string({
      required: true,
      description: 'E-mail address, in any case.',
    }),
    role: t.field({
      type: RoleEnum,
      description: 'Their role; null makes a guest; that of the whole invitation when absent.',
    }),
  }),
});

const InvitedUsersType = builder.objectRef<InvitedUsers>('InvitedUsers').implement({
  description: 'The people who were invited.',
  rest: {
    fields:
      'users: userIds invited: invitedCount failedSSOEmails invitations { ...InvitationDelivery }',
  },
  fields: (t) => ({
    userIds: t.exposeIDList('userIds', {
      description:
        'Ids of invited users with an account: members, and those who have an invitation to accept.',
    }),
    invitedCount: t.exposeInt('invitedCount', {
      description: 'Number of people invited, with and without an account.',
    }),
    failedSSOEmails: t.exposeStringList('failedSSOEmails', {
      nullable: true,
      description:
        'With `sso`, the addresses of other domains than the `emailDomains` of the organization, who were not invited; null when there are none.',
    }),
    invitations: t.field({
      type: [InvitationDelivery],
      complexity: { field: 1, multiplier: EMAILS_MAX },
      description: 'Invitations of people who are no members yet.',
      resolve: ({ invitations }) => invitations,
    }),
  }),
});

mutationField('inviteUsersToOrganization', {
  description: `Invites people by e-mail. Members get the role at once, and keep a stronger one. All others are asked first: they get a mail with a link by which they join and, if they have none, make their user; whoever has a user also finds the invitation in \`User.invitations\`. At most ${INVITATIONS_MAX} invitations of an organization wait. All are invited or none is. Needs the role \`admin\`.`,
  rest: {
    rare: true,
    routes: { inviteUsersToOrganization: 'POST /v1/orgs/{organizationId}/invites' },
    result: 'invitedUsers',
  },
  inputDescription: 'People to invite, and the access to give them.',
  inputSchema: newInvitations,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    emails: t.field({
      type: [InvitedAddressInput],
      required: true,
      description: 'People to invite. If an e-mail address appears twice, the last entry counts.',
      rest: invitedAddresses,
    }),
    role: t.field({
      type: RoleEnum,
      description:
        'Role of those for whom none is given; null makes guests; the `defaultRole` of the organization when absent.',
    }),
    sso: t.boolean({
      description: 'Whether they may log in by single sign-on; false by default.',
    }),
  }),
  resolve: ({ organizationId, ...input }, context) => inviteUsers(context, organizationId, input),
  payload: (t) => ({
    invitedUsers: returnedField(t, InvitedUsersType, 'The people who were invited.'),
  }),
});

mutationField('resendInvitation', {
  description:
    'Sends an invitation again, with a new link that can be used as long as the first could; earlier links stop working. Once a minute. Needs the role `admin`.',
  inputDescription: 'Reference to the invitation.',
  inputFields: invitationKeyFields,
  resolve: (input, context) => resendInvitation(context, input),
  payload: (t) => ({ delivery: returnedField(t, InvitationDelivery, 'Kind of the change.') }),
});

mutationField('declineInvitation', {
  description:
    'Declines an invitation to the e-mail address of the viewer. Succeeds if there is no such invitation.',
  rest: { routes: { declineInvitation: 'DELETE /v1/user/invites/{invitationId}' } },
  inputDescription: 'The invitation to decline.',
  inputFields: (t) => ({
    invitationId: t.id({ required: true, description: 'Id of the invitation, `ivt_…`.' }),
  }),
  resolve: ({ invitationId }, context) => declineInvitation(context, invitationId),
  payload: (t) => ({
    declinedInvitationId: inputIdField(
      t,
      'invitationId',
      'Id of the declined invitation, as given.',
    ),
  }),
});

mutationField('deleteInvitation', {
  description:
    'Withdraws an invitation: its link stops working. Succeeds if it does not exist. Needs the role `admin`.',
  inputDescription: 'Reference to the invitation.',
  inputFields: invitationKeyFields,
  resolve: (input, context) => deleteInvitation(context, input),
  payload: (t) => ({
    deletedInvitationId: inputIdField(t, 'invitationId', 'Id of the deleted invitation, as given.'),
  }),
});
