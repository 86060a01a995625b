import {
  inputIdField,
  mutationField,
  returnedField,
  writtenField,
} from '../../builder/mutation-field.ts';
import { createTeam, newTeam } from './create-team.ts';
import { deleteTeam } from './delete-team.ts';
import { TEAMS_MAX } from './team-limits.ts';
import { Team } from './team.ts';
import { teamChanges, updateTeam } from './update-team.ts';
import { teamSource } from './team-source.ts';

const organizationIdOptions = { required: true, description: 'Id of the organization.' } as const;
const teamIdOptions = { required: true, description: 'Id of the team.' } as const;

mutationField('createTeam', {
  description:
    'Creates a team with the members given; the viewer becomes its owner. An organization has ' +
    `at most ${TEAMS_MAX} teams. Needs the role \`admin\`.`,
  rest: {
    routes: { createOrganizationTeam: 'PUT /v1/orgs/{organizationId}/teams' },
    result: 'team',
    status: 201,
  },
  inputDescription: 'Input of `createTeam`.',
  inputSchema: newTeam,
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    title: t.string({ required: true, description: 'Name.' }),
    members: t.idList({
      description: 'User ids of members of the organization, guests included, who are in it.',
    }),
  }),
  resolve: ({ organizationId, ...input }, context) => createTeam(context, organizationId, input),
  payload: (t) => ({ team: returnedField(t, Team, 'The new team.') }),
});

mutationField('updateTeam', {
  description:
    'Renames a team. The viewer must own it, or have the role `admin` in the organization. `updateTeamMembers` changes its members.',
  rest: {
    routes: { updateTeamInOrganizationById: 'PATCH /v1/orgs/{organizationId}/teams/{teamId}' },
    result: 'team',
  },
  inputDescription: 'Input of `updateTeam`.',
  inputSchema: teamChanges,
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    teamId: t.id(teamIdOptions),
    title: t.string({ required: true, description: 'Name.' }),
  }),
  resolve: ({ title, ...key }, context) => updateTeam(context, key, { title }),
  payload: (t) => ({ team: writtenField(t, Team, 'The team as it is now.', teamSource) }),
});

mutationField('deleteTeam', {
  description:
    'Deletes a team with its grants; its members stay in the organization. ' +
    'Succeeds if it does not exist. Needs to own it, or the role `admin` in the organization.',
  rest: {
    routes: {
      removeTeamFromOrganizationById: 'DELETE /v1/orgs/{organizationId}/teams/{teamId}',
    },
  },
  inputDescription: 'Team to delete.',
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    teamId: t.id(teamIdOptions),
  }),
  resolve: (input, context) => deleteTeam(context, input),
  payload: (t) => ({
    deletedTeamId: inputIdField(t, 'teamId', 'Id of the deleted team, as given.'),
  }),
});
