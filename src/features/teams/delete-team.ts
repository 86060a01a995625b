import type { Context } from '../../context.ts';
import { missing } from '../../errors.ts';
import { lockTeam } from './lock-team.ts';
import { findTeam, type TeamKey } from './team-access.ts';

/**
 * Deletes a team with its grants. Succeeds if the team does not exist for the viewer (interface,
 * Errors).
 *
 * @throws FORBIDDEN for viewers who do not administer it
 */
export async function deleteTeam(context: Context, key: TeamKey): Promise<void> {
  const team = await findTeam(context, key, 'admin').catch(missing);
  if (!team) return;
  await context.write(async (transaction) => {
    const gone = (await lockTeam(transaction, context.viewer, key).catch(missing)) === null;
    if (!gone) await transaction.team.delete({ where: { id: key.teamId } });
  });
  if (team.ownRole === 'owner') await context.renewViewer();
}
