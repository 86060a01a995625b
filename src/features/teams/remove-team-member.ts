import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { lockTeamFor } from './lock-team-for.ts';
import type { TeamMemberKey } from './set-team-member.ts';
import { findTeam, administratorsOnly, teamPermissions } from './team-access.ts';
import { loadTeamMember } from './team-member.ts';

/**
 * Removes a user from a team. Everybody may leave, even the last owner: admins of the organization
 * administer a team without an owner. Succeeds if the team member does not exist for the viewer
 * (interface, Errors).
 *
 * @throws FORBIDDEN for viewers who do not administer it
 */
export async function removeTeamMember(
  context: Context,
  { userId, ...key }: TeamMemberKey,
): Promise<void> {
  const { viewer } = context;
  const team = await findTeam(context, key).catch(nullIfNotFound);
  if (!team || !(await loadTeamMember(context.loaders, team.id, userId))) return;
  const leaves = userId === viewer.id;
  if (!leaves && !teamPermissions(viewer, team).admin) throw administratorsOnly(team);
  await context.write(async (transaction) => {
    if (!leaves && (await lockTeamFor(transaction, viewer, key).catch(nullIfNotFound)) === null)
      return;
    await transaction.teamMember.deleteMany({ where: { teamId: team.id, userId } });
  });
  if (leaves) await context.renewViewer();
}
