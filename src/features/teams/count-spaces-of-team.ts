import { countSpacesOfTeamsSql } from '../../auth/count-spaces-of-teams-sql.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';

/**
 * Counts the spaces on which a team was granted a role, directly or on a collection above. Deleted
 * spaces are excluded, and so are those without a level for the viewer.
 */
export function countSpacesOfTeam(
  { db, loaders, viewer }: Context,
  { id }: Pick<Row<'Team'>, 'id'>,
): Promise<number> {
  return loaders.batch('spaces of teams', id, async (ids) => {
    const rows = await db.query(countSpacesOfTeamsSql(sql`${[...ids]}::text[]`, sql`${viewer.id}`));
    const counts = new Map(rows as [string, number][]);
    return ids.map((teamId) => counts.get(teamId) ?? 0);
  });
}
