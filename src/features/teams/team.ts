import { permissionsType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { Organization } from '../organizations/organization.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { teamPermissions, type TeamPermissions } from './team-access.ts';
import { teamSource } from './team-source.ts';
import { reading } from '../../pagination/declared-fields.ts';
import { countSpacesOfTeamsSql } from '../../auth/count-spaces-of-teams-sql.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';

registerNode(teamSource);

const TeamPermissionsType = permissionsType<keyof TeamPermissions>(
  'TeamPermissions',
  'Permissions of the viewer on a team. The same flags are enforced.',
  {
    admin:
      'May change and delete it, and change its members. Needs ownership of the team, or the role `admin` in the organization.',
    view: 'May see it and its members. Needs any role in the organization; guests see the teams that they are in.',
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

/**
 * Counts the spaces on which a team was granted a role, directly or on a collection above. Deleted
 * spaces are excluded, and so are those without a level for the viewer.
 */
function countSpacesOfTeam(
  { db, loaders, viewer }: Context,
  { id }: Pick<Row<'Team'>, 'id'>,
): Promise<number> {
  return loaders.batch('spaces of teams', id, async (ids) => {
    const rows = await db.query(countSpacesOfTeamsSql(sql`${[...ids]}::text[]`, sql`${viewer.id}`));
    const counts = new Map(rows as [string, number][]);
    return ids.map((teamId) => counts.get(teamId) ?? 0);
  });
}
