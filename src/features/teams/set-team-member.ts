import { z } from 'zod';
import { requireSubjects } from '../../auth/require-subjects.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { loadMember, loadNamedMember } from '../members/member-access.ts';
import { lockTeamFor } from './lock-team-for.ts';
import { placeInTeam } from './place-in-team.ts';
import { findTeam, administratorsOnly, teamPermissions, type TeamKey } from './team-access.ts';
import { teamRoles } from './team-role.ts';

/** Natural key of a team member, as in a `/v1` path. */
export interface TeamMemberKey extends TeamKey {
  userId: string;
}

/** Role of a user in a team. */
export const teamMembership = z.object({ role: z.enum(teamRoles).optional() });

/**
 * Adds a member of the organization to a team, or changes their role there. Without a role, a new
 * member gets the role `member`, and an existing one keeps theirs.
 *
 * @throws NOT_FOUND for the team or the member, FORBIDDEN for viewers who do not administer it
 */
export async function setTeamMember(
  context: Context,
  { userId, ...key }: TeamMemberKey,
  { role }: z.output<typeof teamMembership>,
): Promise<void> {
  const { organizationId, teamId } = key;
  const team = await findTeam(context, key);
  const { admin } = teamPermissions(context.viewer, team);
  // A guest who owns a team may add members whom they cannot see elsewhere.
  const load = admin ? loadNamedMember : loadMember;
  if (!(await load(context, { organizationId, userId }))) throw notFound('member', userId);
  if (!admin) throw administratorsOnly(team);
  await context.write(async (transaction) => {
    await lockTeamFor(transaction, context.viewer, key);
    await requireSubjects(transaction, 'member', organizationId, [userId]);
    await placeInTeam(transaction, teamId, [{ userId, role }], context.now());
  });
  if (userId === context.viewer.id) await context.renewViewer();
}
