import { inputIdField, mutationField, returnedField } from '../../builder/mutation-field.ts';
import { CLAIMED_TEAMS_MAX, type VisitorClaims as Claims } from '../../auth/visitor-claims.ts';
import { builder } from '../../builder.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { Organization } from '../organizations/organization.ts';
import { RoleEnum } from '../organizations/role.ts';
import { joinOrganization } from './join-organization.ts';
import { Member } from './member.ts';
import { pingOrganization } from './ping-organization.ts';
import { removeMember } from './remove-member.ts';
import { setMemberSso } from './set-member-sso.ts';
import { memberChanges, updateMember } from './update-member.ts';

const organizationIdOptions = { required: true, description: 'Id of the organization.' } as const;
const userIdOptions = { required: true, description: 'Id of the user.' } as const;

mutationField('joinOrganization', {
  description:
    'Makes the viewer a member of an organization that lists the domain of their e-mail address, ' +
    'with its `defaultRole`; one who is a member already stays what they are. NOT_FOUND for all ' +
    'other organizations, for those that enforce single sign-on, which are joined by a login ' +
    'there, for those that are blocked, and for someone who is disabled. `/v1` has no such ' +
    'operation.',
  inputDescription: 'Organization to join.',
  inputFields: (t) => ({ organizationId: t.id(organizationIdOptions) }),
  resolve: (input, context) => joinOrganization(context, input.organizationId),
  payload: (t) => ({
    member: returnedField(t, Member, 'The viewer as a member.'),
    organization: t.field({ type: Organization, description: 'The organization.', ...ownerField }),
  }),
});

mutationField('updateMember', {
  description:
    'Changes a member. Needs the role `admin`. CONFLICT if no admin would remain, and if the viewer disables themselves. `/v1` changes the role only.',
  rest: {
    routes: {
      updateMemberInOrganizationById: 'PATCH /v1/orgs/{organizationId}/members/{userId}',
    },
    result: 'member',
    without: { updateMemberInOrganizationById: ['disabled'] },
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: memberChanges,
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    userId: t.id(userIdOptions),
    role: t.field({
      type: RoleEnum,
      description: 'New role; null makes the member a guest.',
    }),
    disabled: t.boolean({
      description:
        'Whether the member has no access for now: to keep someone out who could join again.',
    }),
  }),
  resolve: ({ organizationId, userId, ...changes }, context) =>
    updateMember(context, { organizationId, userId }, changes),
  payload: (t) => ({ member: returnedField(t, Member, 'The member as they are now.') }),
});

mutationField('setMemberSSO', {
  description:
    'Sets whether a member may log in by single sign-on. Needs the role `admin` in the organization.',
  rest: {
    routes: {
      setUserAsSSOMemberForOrganization: 'POST /v1/orgs/{organizationId}/members/{userId}/sso',
    },
    result: 'member',
    without: { setUserAsSSOMemberForOrganization: ['sso'] },
  },
  inputDescription: 'The member who may log in by single sign-on.',
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    userId: t.id(userIdOptions),
    sso: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether the member may log in by single sign-on; required on `/v1`.',
    }),
  }),
  resolve: ({ sso, ...key }, context) => setMemberSso(context, key, sso),
  payload: (t) => ({ member: returnedField(t, Member, 'The member as they are now.') }),
});

mutationField('removeMember', {
  description:
    'Removes a member with their grants and team memberships; what they wrote stays. Needs the ' +
    'role `admin`; everybody may leave by themselves. CONFLICT for the last admin. Succeeds if the member does not exist. People with an e-mail domain of the organization can join again: disable them to keep them out.',
  rest: {
    routes: {
      removeMemberFromOrganizationById: 'DELETE /v1/orgs/{organizationId}/members/{userId}',
    },
  },
  inputDescription: 'The member to remove.',
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    userId: t.id(userIdOptions),
  }),
  resolve: (key, context) => removeMember(context, key),
  payload: (t) => ({
    removedMemberId: inputIdField(t, 'userId', 'Id of the removed user, as given.'),
  }),
});

const VisitorClaims = builder.objectRef<Claims>('VisitorClaims').implement({
  description: 'Claims about a member that the sites of an organization may read.',
  rest: { fields: 'serviceVisitorClaims: token' },
  fields: (t) => ({
    token: t.exposeString('token', {
      description:
        'A JWT: `sub` is the user, `aud` and `organization` the organization, `role` the role or ' +
        `\`guest\`, \`teams\` the ids of the first ${CLAIMED_TEAMS_MAX} teams by age. HS256 with ` +
        'a key that only this installation has.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the claims expire: an hour after they were signed.',
    }),
  }),
});

mutationField('pingOrganization', {
  description:
    'Records in `lastSeenAt` that the viewer is active in an organization; no other operation does. Clients call it while they are in use, at most every few minutes.',
  rest: {
    routes: { updateOrganizationMemberLastSeenAt: 'POST /v1/orgs/{organizationId}/ping' },
    rare: true,
    titles: { updateOrganizationMemberLastSeenAt: 'Note activity in organization' },
    result: 'visitorClaims',
  },
  inputDescription: 'Organization in which the viewer is active.',
  inputFields: (t) => ({ organizationId: t.id(organizationIdOptions) }),
  resolve: (input, context) => pingOrganization(context, input.organizationId),
  payload: (t) => ({
    member: t.expose('member', {
      type: Member,
      description: 'The viewer as a member.',
    }),
    visitorClaims: t.expose('visitorClaims', {
      type: VisitorClaims,
      description: 'Claims that the sites of the organization take.',
    }),
  }),
});
