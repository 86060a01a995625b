import { connectionType } from '../../builder/declare-types.ts';
import { z } from 'zod';
import { builder, type Row } from '../../builder.ts';
import { declareSorting, type SortArguments } from '../../builder/list-sorting.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { teamAdministeredSql } from './team-administered-sql.ts';
import { TEAM_TITLE_LENGTH_MAX } from './team-limits.ts';
import { teamSource } from './team-source.ts';
import { Team } from './team.ts';
import { childField } from '../../pagination/declared-fields.ts';

const TeamConnection = connectionType(Team, 'team');

interface Filter extends SortArguments<'createdAt' | 'title'> {
  owner?: string | null | undefined;
  title?: string | null | undefined;
}

const sorting = declareSorting('TeamSort', 'teams', {
  createdAt: 'When it was created.',
  title: 'Title.',
}).from('createdAt');

const organizationTeams = declareConnection<Row<'Team'>, Filter>({
  name: 'Organization.teams',
  source: teamSource,
  of: 'organizationId',
  order: sorting.order,
  filter: ({ owner, title }) => [
    ...(owner ? [teamAdministeredSql(sql`${owner}`)] : []),
    ...(title ? [sql`strpos(lower(t.title), lower(${title})) > 0`] : []),
  ],
});

builder.prismaObjectFields('Organization', (t) => ({
  teams: t.field({
    type: TeamConnection,
    description: 'The teams, oldest first. A guest sees those that they are in.',
    rest: { route: 'GET /teams', operationId: 'listTeamsInOrganizationById' },
    args: {
      owner: t.arg.string({
        description:
          'Only those that the member with this id can manage: an admin of the organization all, others those that they own.',
      }),
      title: t.arg.string({
        description: `Only those whose title contains this text, in any case; at most ${TEAM_TITLE_LENGTH_MAX} characters.`,
        validate: z.string().max(TEAM_TITLE_LENGTH_MAX).nullish(),
      }),
      ...sorting.arguments(t.arg),
      ...t.arg.connectionArgs(),
    },
    ...connectionField(organizationTeams),
  }),
  team: t.field({
    type: Team,
    nullable: true,
    description: 'A team of the organization. A guest finds those that they are in.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team.' }) },
    rest: { route: 'GET /teams/{teamId}', operationId: 'getTeamInOrganizationById' },
    ...childField(teamSource, 'organizationId'),
  }),
}));
