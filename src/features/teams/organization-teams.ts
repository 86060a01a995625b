import { connectionType } from '../../builder/declare-types.ts';
import { z } from 'zod';
import { builder } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { teamAdministeredSql } from './team-administered-sql.ts';
import { TEAM_TITLE_LENGTH_MAX } from './team-limits.ts';
import { teamSource } from './team-source.ts';
import { Team } from './team.ts';
import { childField } from '../../pagination/declared-fields.ts';

const sorting = declareSorting('TeamSort', 'teams', {
  createdAt: 'When it was created.',
  title: 'Title.',
}).from('createdAt');

connectionField('Organization.teams', {
  type: connectionType(Team, 'team'),
  description: 'The teams, oldest first. A guest sees those that they are in.',
  rest: { route: 'GET /teams', operationId: 'listTeamsInOrganizationById' },
  source: teamSource,
  of: 'organizationId',
  arguments: (arg) => ({
    owner: arg.string({
      description:
        'Only those that the member with this id can manage: an admin of the organization all, others those that they own.',
    }),
    title: arg.string({
      description: `Only those whose title contains this text, in any case; at most ${TEAM_TITLE_LENGTH_MAX} characters.`,
      validate: z.string().max(TEAM_TITLE_LENGTH_MAX).nullish(),
    }),
    ...sorting.arguments(arg),
  }),
  order: sorting.order,
  filter: ({ owner, title }) => [
    ...(owner ? [teamAdministeredSql(sql`${owner}`)] : []),
    ...(title ? [sql`strpos(lower(t.title), lower(${title})) > 0`] : []),
  ],
});

builder.prismaObjectFields('Organization', (t) => ({
  team: t.field({
    type: Team,
    description: 'A team of the organization. A guest finds those that they are in.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team.' }) },
    rest: { route: 'GET /teams/{teamId}', operationId: 'getTeamInOrganizationById' },
    ...childField(teamSource, 'organizationId'),
  }),
}));
