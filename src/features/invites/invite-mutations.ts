import { inputIdField, mutationField, returnedField } from '../../builder/mutation-field.ts';
import { z } from 'zod';
import { builder, type InputBuilder } from '../../builder.ts';
import { RoleEnum } from '../organizations/role.ts';
import { createInvite, INVITES_MAX } from './create-invite.ts';
import { deleteInvite } from './delete-invite.ts';
import { inviteChangeBody, newInviteBody } from './invite-bodies.ts';
import { inviteChange, inviteGift } from './invite-gift.ts';
import { Invite } from './invite.ts';
import { updateInvite } from './update-invite.ts';

const LINK_INVITES = '/v1/orgs/{organizationId}/link-invites';

const inviteKeyFields = (t: InputBuilder) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  inviteId: t.id({ required: true, description: 'Id of the invite link.' }),
});

const OrganizationGiftInput = builder.inputType('OrganizationInviteGiftInput', {
  description: 'A role in the organization.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'The role; guests when absent or null.' }),
  }),
});

const SpaceGiftInput = builder.inputType('SpaceInviteGiftInput', {
  description: 'A level on a space.',
  fields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of a space of the organization.' }),
    level: t.field({ type: RoleEnum, required: true, description: 'Level that new members get.' }),
  }),
});

const CollectionGiftInput = builder.inputType('CollectionInviteGiftInput', {
  description: 'A level on a collection and everything in it.',
  fields: (t) => ({
    collectionId: t.id({ required: true, description: 'Id of a collection of the organization.' }),
    level: t.field({ type: RoleEnum, required: true, description: 'Level that new members get.' }),
  }),
});

const InviteGiftInput = builder.inputType('InviteGiftInput', {
  description: 'Access that people get who join with an invite link.',
  isOneOf: true,
  fields: (t) => ({
    organization: t.field({
      type: OrganizationGiftInput,
      description: 'A role in the organization.',
    }),
    space: t.field({ type: SpaceGiftInput, description: 'A level on a space.' }),
    collection: t.field({ type: CollectionGiftInput, description: 'A level on a collection.' }),
  }),
});

const InviteChangeInput = builder.inputType('InviteChangeInput', {
  description:
    'Access that people get from now on who join with the link, at the place that it is for.',
  isOneOf: true,
  fields: (t) => ({
    organization: t.field({
      type: OrganizationGiftInput,
      description: 'New role, for an invite to the organization.',
    }),
    level: t.field({
      type: RoleEnum,
      description: 'New level, for an invite to a space or a collection.',
    }),
  }),
});

mutationField('createInvite', {
  description: `Creates an invite link, at most ${INVITES_MAX} an organization. Needs the role \`admin\` in the organization, or the level \`admin\` on the space or collection; refused while \`inviteLinks\` of the organization is off.`,
  rest: {
    rare: true,
    routes: { createOrganizationInvite: `POST ${LINK_INVITES}` },
    body: newInviteBody,
    result: 'invite',
    status: 201,
    location: true,
  },
  inputDescription: 'Access that the new invite link gives.',
  inputSchema: z.object({ gives: inviteGift }),
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    gives: t.field({
      type: InviteGiftInput,
      required: true,
      description: 'Access that people get who join with the link.',
    }),
  }),
  resolve: ({ organizationId, gives }, context) => createInvite(context, organizationId, gives),
  payload: (t) => ({ invite: returnedField(t, Invite, 'The new invite link.') }),
});

mutationField('updateInvite', {
  description:
    'Changes how much an invite link gives; where to, and its address, stay. Needs the level `admin` there.',
  rest: {
    rare: true,
    routes: { updateOrganizationInviteById: `PATCH ${LINK_INVITES}/{inviteId}` },
    body: inviteChangeBody,
    result: 'invite',
  },
  inputDescription: 'Invite link to change, and the access that it gives from now on.',
  inputSchema: z.object({ gives: inviteChange }),
  inputFields: (t) => ({
    ...inviteKeyFields(t),
    gives: t.field({
      type: InviteChangeInput,
      required: true,
      description: 'Access that people get who join with the link.',
    }),
  }),
  resolve: ({ gives, ...key }, context) => updateInvite(context, key, gives),
  payload: (t) => ({ invite: returnedField(t, Invite, 'The invite link as it is now.') }),
});

mutationField('deleteInvite', {
  description:
    'Deletes an invite link: it can no longer be used. Succeeds if it does not exist. Needs the level `admin` where it leads to.',
  rest: {
    rare: true,
    routes: { deleteOrganizationInviteById: `DELETE ${LINK_INVITES}/{inviteId}` },
  },
  inputDescription: 'Invite link to delete.',
  inputFields: inviteKeyFields,
  resolve: (input, context) => deleteInvite(context, input),
  payload: (t) => ({
    deletedInviteId: inputIdField(t, 'inviteId', 'Id of the deleted invite, as given.'),
  }),
});
