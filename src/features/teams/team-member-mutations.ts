import { inputIdField, mutationField } from '../../builder/mutation-field.ts';
import { z } from 'zod';
import { builder } from '../../builder.ts';
import { enumName } from '../../lib/enum-name.ts';
import { removeTeamMember } from './remove-team-member.ts';
import { setTeamMember, teamMembership } from './set-team-member.ts';
import { loadTeam } from './team-access.ts';
import { TEAM_CHANGES_MAX } from './team-limits.ts';
import { loadTeamMember, TeamMember } from './team-member.ts';
import { TeamRole, teamRoles } from './team-role.ts';
import { Team } from './team.ts';
import { teamMemberChanges, updateTeamMembers } from './update-team-members.ts';

const organizationIdOptions = { required: true, description: 'Id of the organization.' } as const;
const teamIdOptions = { required: true, description: 'Id of the team.' } as const;
const userIdOptions = { required: true, description: 'Id of the user, who is a member.' } as const;

const TeamMembershipInput = builder.inputType('TeamMembershipInput', {
  description: 'Membership to create or change.',
  fields: (t) => ({
    userId: t.id(userIdOptions),
    role: t.field({ type: TeamRole, required: true, description: 'Role in the team.' }),
  }),
});

const membershipsOnRest = z.record(z.string(), z.strictObject({ role: z.enum(teamRoles) }));

mutationField('updateTeamMembers', {
  description:
    'Changes the members of a team: all changes are made, or none. The viewer must own the team, or have the role `admin` in the organization.',
  rest: {
    routes: {
      updateMembersInOrganizationTeam: 'PUT /v1/orgs/{organizationId}/teams/{teamId}/members',
    },
  },
  inputDescription: 'Members to add and remove. No user may be in both kinds of lists.',
  inputSchema: teamMemberChanges,
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    teamId: t.id(teamIdOptions),
    add: t.idList({
      description:
        'User ids of members of the organization to add to the team. Members of the team keep their role.',
    }),
    remove: t.idList({
      description: 'User ids to remove from the team. Users who are not in it are ignored.',
    }),
    memberships: t.field({
      type: [TeamMembershipInput],
      description: 'Roles to set in the team, for its members and for users in `add`.',
      rest: {
        schema: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { role: { type: 'string', enum: teamRoles } },
            required: ['role'],
          },
          maxProperties: TEAM_CHANGES_MAX,
        },
        parse: (value) => {
          const { success, data } = membershipsOnRest.safeParse(value);
          if (!success)
            throw new Error(
              'must be an object of { role } by user id, where role is "owner" or "member"',
            );
          return Object.entries(data).map(([id, { role }]) => ({
            userId: id,
            role: enumName(role),
          }));
        },
      },
    }),
  }),
  resolve: ({ organizationId, teamId, ...changes }, context) =>
    updateTeamMembers(context, { organizationId, teamId }, changes),
  payload: (t) => ({
    team: t.field({
      type: Team,
      nullable: true,
      description: 'The team as it is now; null for a guest who took themselves out of it.',
      resolve: (key, _args, { loaders }) => loadTeam(loaders, key),
    }),
  }),
});

mutationField('setTeamMember', {
  description:
    'Adds a member of the organization to a team, or changes their role in it. The viewer must own the team, or have the role `admin` in the organization.',
  rest: {
    routes: {
      addMemberToOrganizationTeamById:
        'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    },
  },
  inputDescription: 'Team, member and their role in the team.',
  inputSchema: teamMembership,
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    teamId: t.id(teamIdOptions),
    userId: t.id(userIdOptions),
    role: t.field({
      type: TeamRole,
      description:
        'Role in the team. If absent, new members get the role `MEMBER` and others keep their role.',
    }),
  }),
  resolve: ({ role, ...key }, context) => setTeamMember(context, key, { role }),
  payload: (t) => ({
    teamMember: t.field({
      type: TeamMember,
      nullable: true,
      description: 'The team membership; null if the member has just left the team.',
      resolve: (key, _args, { loaders }) => loadTeamMember(loaders, key.teamId, key.userId),
    }),
  }),
});

mutationField('removeTeamMember', {
  description:
    'Removes a member from a team. Succeeds if they are not in it. Everybody may leave by themselves; to remove others, the viewer must own the team, or have the role `admin` in the organization.',
  rest: {
    routes: {
      deleteMemberFromOrganizationTeamById:
        'DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    },
  },
  inputDescription: 'Team, and the member to remove from it.',
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    teamId: t.id(teamIdOptions),
    userId: t.id(userIdOptions),
  }),
  resolve: (input, context) => removeTeamMember(context, input),
  payload: (t) => ({
    removedUserId: inputIdField(t, 'userId', 'Id of the removed user, as given.'),
  }),
});
