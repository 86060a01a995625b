import { z } from 'zod';
import { requireSubjects } from '../../auth/require-subjects.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { loadMember, loadNamedMember } from '../members/member-access.ts';
import { lockTeam } from './lock-team.ts';
import { placeInTeam } from './place-in-team.ts';
import { findTeam, ownersOnly, teamPermissions, type TeamKey } from './team-access.ts';
import { teamRoles } from './team-role.ts';

/** What names somebody in a team, as a path on `/v1` has it. */
export interface TeamMemberKey extends TeamKey {
  userId: string;
}

/** What someone is to be in a team. */
export const teamMembership = z.object({ role: z.enum(teamRoles).optional() });

/**
 * Puts a member of the organization into a team, or changes what they are there. Without a role
 * they become a member, or stay what they are.
 *
 * @throws NOT_FOUND for the team or the member, FORBIDDEN for those who do not administrate it
 */
export async function setTeamMember(
  context: Context,
  { userId, ...key }: TeamMemberKey,
  { role }: z.output<typeof teamMembership>,
): Promise<void> {
  const { organizationId, teamId } = key;
  const team = await findTeam(context, key);
  const { admin } = teamPermissions(context.viewer, team);
  // Guests who own a team put people into it whom they do not see elsewhere.
  const load = admin ? loadNamedMember : loadMember;
  if (!(await load(context, { organizationId, userId }))) throw notFound('member', userId);
  if (!admin) throw ownersOnly(team);
  await context.write(async (transaction) => {
    await lockTeam(transaction, context.viewer, key);
    await requireSubjects(transaction, 'member', organizationId, [userId]);
    await placeInTeam(transaction, teamId, [{ userId, role }], context.now());
  });
  if (userId === context.viewer.id) await context.renewViewer();
}
