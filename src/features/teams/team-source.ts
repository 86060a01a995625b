import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { teamVisibleSql } from './team-visibility-sql.ts';

/** Teams, with the viewer's role in each. */
export const teamSource = defineSource<Row<'Team'>>({
  type: 'Team',
  model: 'Team',
  table: 'teams',
  computed: {
    ownRole: (viewerId) => sql`(
      SELECT own.role FROM team_members own WHERE own.team_id = t.id AND own.user_id = ${viewerId})`,
  },
  visible: (viewerId) => teamVisibleSql(sql`t`, sql`${viewerId}`),
});
