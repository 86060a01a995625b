import { z } from 'zod';
import { builder } from '../../builder.ts';
import { enumName } from '../../lib/enum-name.ts';
import { validated } from '../../lib/validated.ts';
import { removeTeamMember } from './remove-team-member.ts';
import { setTeamMember, teamMembership } from './set-team-member.ts';
import { loadTeam } from './team-access.ts';
import { TEAM_CHANGES_MAX } from './team-limits.ts';
import { loadTeamMember, TeamMember } from './team-member.ts';
import { TeamRole, teamRoles } from './team-role.ts';
import { Team } from './team.ts';
import { teamMemberChanges, updateTeamMembers } from './update-team-members.ts';

const organizationId = { required: true, description: 'Id of the organization.' } as const;
const teamId = { required: true, description: 'Id of the team.' } as const;
const userId = { required: true, description: 'Id of the user, who is a member.' } as const;

const TeamMembershipInput = builder.inputType('TeamMembershipInput', {
  description: 'Membership to create or change.',
  fields: (t) => ({
    userId: t.id(userId),
    role: t.field({ type: TeamRole, required: true, description: 'Role in the team.' }),
  }),
});

const membershipsOnRest = z.record(z.string(), z.strictObject({ role: z.enum(teamRoles) }));

builder.relayMutationField(
  'updateTeamMembers',
  {
    description: 'Members to add and remove. No user may be in both kinds of lists.',
    validate: teamMemberChanges.loose(),
    inputFields: (t) => ({
      organizationId: t.id(organizationId),
      teamId: t.id(teamId),
      add: t.idList({
        description:
          'User ids of members of the organization who join. Who is in the team already stays what they are.',
      }),
      remove: t.idList({ description: 'User ids of those who leave, if they are in the team.' }),
      memberships: t.field({
        type: [TeamMembershipInput],
        description: 'Roles in the team of those who are in it, and of some who join.',
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
  },
  {
    description:
      'Changes who is in a team: all of it or nothing. ' +
      'Needs to own the team, or the role `admin` in the organization.',
    rest: {
      routes: {
        updateMembersInOrganizationTeam: 'PUT /v1/orgs/{organizationId}/teams/{teamId}/members',
      },
    },
    resolve: async (_root, { input }, context) => {
      await updateTeamMembers(context, input, validated(teamMemberChanges, input));
      return input;
    },
  },
  {
    description: 'Payload of `updateTeamMembers`.',
    outputFields: (t) => ({
      team: t.field({
        type: Team,
        nullable: true,
        description: 'The team as it is now; null for a guest who took themselves out of it.',
        resolve: (key, _args, { loaders }) => loadTeam(loaders, key),
      }),
    }),
  },
);

builder.relayMutationField(
  'setTeamMember',
  {
    description: 'Team, member and their role in the team.',
    validate: teamMembership.loose(),
    inputFields: (t) => ({
      organizationId: t.id(organizationId),
      teamId: t.id(teamId),
      userId: t.id(userId),
      role: t.field({
        type: TeamRole,
        description:
          'Role in the team. If absent, new members get the role `MEMBER` and others keep their role.',
      }),
    }),
  },
  {
    description:
      'Puts a member of the organization into a team, or changes their role there. ' +
      'Needs to own the team, or the role `admin` in the organization.',
    rest: {
      routes: {
        addMemberToOrganizationTeamById:
          'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
      },
    },
    resolve: async (_root, { input }, context) => {
      await setTeamMember(context, input, validated(teamMembership, input));
      return input;
    },
  },
  {
    description: 'Payload of `setTeamMember`.',
    outputFields: (t) => ({
      teamMember: t.field({
        type: TeamMember,
        nullable: true,
        description: 'The team membership; null if the member has just left the team.',
        resolve: (key, _args, { loaders }) => loadTeamMember(loaders, key.teamId, key.userId),
      }),
    }),
  },
);

builder.relayMutationField(
  'removeTeamMember',
  {
    description: 'Team, and the member to remove from it.',
    inputFields: (t) => ({
      organizationId: t.id(organizationId),
      teamId: t.id(teamId),
      userId: t.id(userId),
    }),
  },
  {
    description:
      'Takes somebody out of a team. Succeeds when they are not in it. Everybody may leave; for ' +
      'others it needs to own the team, or the role `admin` in the organization.',
    rest: {
      routes: {
        deleteMemberFromOrganizationTeamById:
          'DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
      },
    },
    resolve: async (_root, { input }, context) => {
      await removeTeamMember(context, input);
      return input.userId;
    },
  },
  {
    description: 'Payload of `removeTeamMember`.',
    outputFields: (t) => ({
      removedUserId: t.id({
        description: 'Id of the removed user, as given.',
        resolve: (id) => id,
      }),
    }),
  },
);
