import { builder } from '../../builder.ts';
import { validated } from '../../lib/validated.ts';
import { createTeam, newTeam } from './create-team.ts';
import { deleteTeam } from './delete-team.ts';
import { TEAMS_MAX } from './team-limits.ts';
import { Team } from './team.ts';
import { teamChanges, updateTeam } from './update-team.ts';
import { writtenRow } from '../../pagination/written-row.ts';
import { teamSource } from './team-source.ts';

const organizationId = { required: true, description: 'Id of the organization.' } as const;
const teamId = { required: true, description: 'Id of the team.' } as const;

builder.relayMutationField(
  'createTeam',
  {
    description: 'Input of `createTeam`.',
    validate: newTeam.loose(),
    inputFields: (t) => ({
      organizationId: t.id(organizationId),
      title: t.string({ required: true, description: 'Name.' }),
      members: t.idList({
        description: 'User ids of members of the organization, guests included, who are in it.',
      }),
    }),
  },
  {
    description:
      'Creates a team with the members given; the viewer becomes its owner. An organization has ' +
      `at most ${TEAMS_MAX} teams. Needs the role \`admin\`.`,
    rest: {
      routes: { createOrganizationTeam: 'PUT /v1/orgs/{organizationId}/teams' },
      result: 'team',
      status: 201,
    },
    resolve: (_root, { input }, context) =>
      createTeam(context, input.organizationId, validated(newTeam, input)),
  },
  {
    description: 'Payload of `createTeam`.',
    outputFields: (t) => ({
      team: t.field({ type: Team, description: 'The new team.', resolve: (team) => team }),
    }),
  },
);

builder.relayMutationField(
  'updateTeam',
  {
    description: 'Input of `updateTeam`.',
    validate: teamChanges.loose(),
    inputFields: (t) => ({
      organizationId: t.id(organizationId),
      teamId: t.id(teamId),
      title: t.string({ required: true, description: 'Name.' }),
    }),
  },
  {
    description:
      'Renames a team. Needs to own it, or the role `admin` in the organization. Who is in it ' +
      'changes by `updateTeamMembers`.',
    rest: {
      routes: { updateTeamInOrganizationById: 'PATCH /v1/orgs/{organizationId}/teams/{teamId}' },
      result: 'team',
    },
    resolve: (_root, { input }, context) =>
      updateTeam(context, input, validated(teamChanges, input)),
  },
  {
    description: 'Payload of `updateTeam`.',
    outputFields: (t) => ({
      team: t.field({
        type: Team,
        description: 'The team as it is now.',
        ...writtenRow(teamSource, 'team'),
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteTeam',
  {
    description: 'Team to delete.',
    inputFields: (t) => ({ organizationId: t.id(organizationId), teamId: t.id(teamId) }),
  },
  {
    description:
      'Deletes a team with all that was granted to it; its members stay in the organization. ' +
      'Succeeds if it does not exist. Needs to own it, or the role `admin` in the organization.',
    rest: {
      routes: {
        removeTeamFromOrganizationById: 'DELETE /v1/orgs/{organizationId}/teams/{teamId}',
      },
    },
    resolve: async (_root, { input }, context) => {
      await deleteTeam(context, input);
      return input.teamId;
    },
  },
  {
    description: 'Payload of `deleteTeam`.',
    outputFields: (t) => ({
      deletedTeamId: t.id({
        description: 'Id of the deleted team, as given.',
        resolve: (id) => id,
      }),
    }),
  },
);
