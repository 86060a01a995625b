import { countSpacesOfTeamsSql } from '../../auth/count-spaces-of-teams-sql.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';

/**
 * How many spaces a team was granted a role on, itself or on a collection above. Only spaces that
 * the viewer has a level on count; deleted ones do not.
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
