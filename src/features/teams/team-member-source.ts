import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { teamVisibleSql } from './team-visibility-sql.ts';

/**
 * Members of teams, visible to everybody who can see the team. A list belongs to one team, so the
 * user's id is its key.
 */
export const teamMemberSource = defineSource<Row<'TeamMember'>>({
  type: 'TeamMember',
  model: 'TeamMember',
  table: 'team_members',
  keyField: 'userId',
  computed: {
    organizationId: () =>
      sql`(SELECT team.organization_id FROM teams team WHERE team.id = t.team_id)`,
  },
  visible: (viewerId) => sql`EXISTS (
    SELECT FROM teams team
    WHERE team.id = t.team_id AND ${teamVisibleSql(sql`team`, sql`${viewerId}`)})`,
});
