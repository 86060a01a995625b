import { connectionType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { firstOf } from '../../pagination/first-of.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { loadNamedMember } from '../members/member-access.ts';
import { Member } from '../members/member.ts';
import { teamMemberSource } from './team-member-source.ts';
import { TeamRole } from './team-role.ts';
import { counting, reading, showing } from '../../pagination/declared-fields.ts';

/** Membership in a team. Not a node, since it has no id. */
export const TeamMember = builder.prismaObject('TeamMember', {
  description: 'Membership of a user in a team.',
  rest: {
    object: 'team-member',
    fields: 'id: userId role joinedAt member { ...Member }',
  },
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id of the user, which is also the member’s.' }),
    role: t.field({
      type: TeamRole,
      description: 'Role in the team.',
      ...showing('role'),
    }),
    joinedAt: t.expose('joinedAt', {
      type: 'DateTime',
      description: 'When they became a member of the team.',
    }),
    member: t.field({
      type: Member,
      description: 'Membership in the organization. Guests also see it for members of their teams.',
      ...reading('organizationId', 'userId'),
      resolve: async ({ organizationId, userId }, _args, context) => {
        const key = { organizationId, userId };
        const member = await loadNamedMember(context, key);
        if (!member) throw new Error(`The team member ${userId} is no member.`);
        return member;
      },
    }),
  }),
});

const teamMembers = connectionField('Team.members', {
  type: connectionType(TeamMember, 'team member'),
  description: 'The members of the team, owners included, earliest first.',
  rest: { route: 'GET /members', operationId: 'listTeamMembersInOrganizationById' },
  source: teamMemberSource,
  of: 'teamId',
  order: { fields: ['joinedAt'], descending: false },
});

const namedTeamMember = declareConnection<Row<'TeamMember'>, { userId: string }>({
  name: 'Team.member',
  source: teamMemberSource,
  of: 'teamId',
  order: { fields: [], descending: false },
  filter: ({ userId }) => [sql`t.user_id = ${userId}`],
});

/** Loads a user's membership in a visible team; null if there is none. */
export function loadTeamMember(
  loaders: Loaders,
  teamId: string,
  userId: string,
): Promise<Row<'TeamMember'> | null> {
  return firstOf(loaders, namedTeamMember, { id: teamId }, { userId });
}

builder.prismaObjectFields('Team', (t) => ({
  memberCount: t.int({
    description: 'Number of members of the team, owners included.',
    ...counting(teamMembers),
    resolve: ({ id }, _args, { loaders }) => loaders.count(teamMembers, id, {}),
  }),
}));
