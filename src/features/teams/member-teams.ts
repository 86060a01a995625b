import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { countForMember } from '../members/member-counts.ts';
import { teamVisibleSql } from './team-visibility-sql.ts';

builder.prismaObjectFields('Member', (t) => ({
  teamCount: t.int({
    description: 'How many teams the member belongs to, of those that exist for the viewer.',
    resolve: (member, _args, context) => countTeamsOfMember(context, member),
  }),
}));

function countTeamsOfMember(context: Context, member: Row<'Member'>): Promise<number> {
  return countForMember(
    context,
    'teams of members',
    member,
    (organizationId, userId) => sql`
      SELECT count(*)::int FROM visible t JOIN team_members own ON own.team_id = t.id
      WHERE t.organization_id = ${organizationId} AND own.user_id = ${userId}`,
    sql`
      SELECT s.id, s.organization_id FROM teams s
      WHERE s.organization_id IN (SELECT organization_id FROM asked)
        AND ${teamVisibleSql(sql`s`, sql`${context.viewer.id}`)}`,
  );
}
