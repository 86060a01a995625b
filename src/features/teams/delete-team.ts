import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { lockTeamFor } from './lock-team-for.ts';
import { findTeam, type TeamKey } from './team-access.ts';

/**
 * Deletes a team with its grants. Succeeds if the team does not exist for the viewer (interface,
 * Errors).
 *
 * @throws FORBIDDEN for viewers who do not administer it
 */
export async function deleteTeam(context: Context, key: TeamKey): Promise<void> {
  const team = await findTeam(context, key, 'admin').catch(nullIfNotFound);
  if (!team) return;
  await context.write(async (transaction) => {
    const gone =
      (await lockTeamFor(transaction, context.viewer, key).catch(nullIfNotFound)) === null;
    if (!gone) await transaction.team.delete({ where: { id: key.teamId } });
  });
  if (team.ownRole === 'owner') await context.renewViewer();
}
