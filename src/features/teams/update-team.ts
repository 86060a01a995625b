import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { lockTeam } from './lock-team.ts';
import { findTeam, type TeamKey } from './team-access.ts';
import { teamTitle } from './team-limits.ts';

/** Changeable properties of a team (interface, Teams). */
export const teamChanges = z.object({ title: teamTitle });

/**
 * Renames a team (interface, Teams).
 *
 * @throws NOT_FOUND, FORBIDDEN for viewers who do not administer it
 */
export async function updateTeam(
  context: Context,
  key: TeamKey,
  { title }: z.output<typeof teamChanges>,
): Promise<Row<'Team'>> {
  await findTeam(context, key, 'admin');
  await context.write(async (transaction) => {
    await lockTeam(transaction, context.viewer, key);
    await transaction.team.update({ where: { id: key.teamId }, data: { title } });
  });
  return findTeam(context, key);
}
