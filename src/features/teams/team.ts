import { permissionsType } from '../../builder/declare-types.ts';
import { builder, registerNode } from '../../builder.ts';
import { Organization } from '../organizations/organization.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { countSpacesOfTeam } from './count-spaces-of-team.ts';
import { teamPermissions, type TeamPermissions } from './team-access.ts';
import { teamSource } from './team-source.ts';
import { reading } from '../../pagination/declared-fields.ts';

registerNode(teamSource);

const TeamPermissionsType = permissionsType<keyof TeamPermissions>(
  'TeamPermissions',
  'Permissions of the viewer on a team. The same flags are enforced.',
  {
    admin:
      'May change and delete it, and decide who is in it. Needs to own it, or the role `admin` in the organization.',
    view: 'May see it and who is in it. Needs any role in the organization; guests see the teams that they are in.',
  },
);

export const Team = builder.prismaNode('Team', {
  description: 'Members of an organization who are granted access together.',
  id: { field: 'id', description: 'Identifier, `team_…`.' },
  rest: {
    object: 'team',
    fields: `
      id title members: memberCount spaces: spaceCount createdAt
      permissions { ...TeamPermissions }`,
  },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name, 1 to 64 characters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that it belongs to.',
      ...ownerField,
    }),
    spaceCount: t.int({
      description:
        'Number of spaces with a grant to the team, directly or through a collection above, that the viewer has a level on.',
      ...reading('id', 'organizationId'),
      resolve: (team, _args, context) => countSpacesOfTeam(context, team),
    }),
    permissions: t.field({
      type: TeamPermissionsType,
      description: 'Permissions of the viewer.',
      ...reading('organizationId', 'ownRole'),
      resolve: (team, _args, { viewer }) => teamPermissions(viewer, team),
    }),
  }),
});
