import { connectionType } from '../../builder/declare-types.ts';
import { z } from 'zod';
import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { defineSource } from '../../pagination/source.ts';
import { memberKey, memberKeyFields, partsOfMemberKeySql } from '../members/member-key.ts';
import { TEAM_TITLE_LENGTH_MAX } from './team-limits.ts';
import { teamMemberSource } from './team-member-source.ts';
import { TeamMember } from './team-member.ts';
import { teamSource } from './team-source.ts';
import { Team } from './team.ts';
import { counting, requiredField, sameRow } from '../../pagination/declared-fields.ts';

type Place = Row<'TeamMember'>;

const TeamMembership = builder.objectRef<Place>('TeamMembership').implement({
  description: 'A team that a member belongs to, with the membership.',
  rest: { fields: 'team { ...Team } member { role }' },
  fields: (t) => ({
    team: t.field({
      type: Team,
      description: 'The team.',
      ...requiredField(teamSource, 'teamId'),
    }),
    member: t.field({
      type: TeamMember,
      description: 'Role in the team.',
      ...sameRow,
    }),
  }),
});

// The parent of the list, `p.id` in SQL, is the key of a member.
const member = partsOfMemberKeySql(sql`p.id`);

const teamsOfMember = connectionField('Member.teams', {
  type: connectionType(TeamMembership, 'team of a member', 'the teams that a member belongs to'),
  description:
    'The teams that the member belongs to, of those that exist for the viewer; those that they ' +
    'joined last come first.',
  rest: { route: 'GET /teams', operationId: 'listTeamsForOrganizationMember' },
  source: defineSource<Place>({
    type: 'TeamMembership',
    model: 'TeamMember',
    table: teamMemberSource.table,
    // A list belongs to one user, so the team's id is its key.
    keyField: 'teamId',
    computed: { organizationId: () => sql`${member.organizationId}` },
    visible: (viewerId) => teamMemberSource.visible(viewerId),
  }),
  of: () => sql`(t.user_id = ${member.userId} AND EXISTS (
    SELECT FROM teams own WHERE own.id = t.team_id
      AND own.organization_id = ${member.organizationId}))`,
  arguments: (arg) => ({
    title: arg.string({
      description: `Only those whose title contains this text, in any case; at most ${TEAM_TITLE_LENGTH_MAX} characters.`,
      validate: z.string().max(TEAM_TITLE_LENGTH_MAX).nullish(),
    }),
  }),
  order: { fields: ['joinedAt'], descending: true },
  filter: ({ title }) =>
    title
      ? [
          sql`EXISTS (SELECT FROM teams titled WHERE titled.id = t.team_id
            AND strpos(lower(titled.title), lower(${title})) > 0)`,
        ]
      : [],
  parentKey: memberKeyFields,
});

builder.prismaObjectFields('Member', (t) => ({
  teamCount: t.int({
    description: 'Number of teams of the member that are visible to the viewer.',
    ...counting(teamsOfMember, memberKeyFields),
    resolve: (row, _args, { loaders }) => loaders.count(teamsOfMember, memberKey(row), {}),
  }),
}));
