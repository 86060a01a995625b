import { z } from 'zod';
import { requireSubjects } from '../../auth/require-subjects.ts';
import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { lockTeam } from './lock-team.ts';
import { findTeam, type TeamKey } from './team-access.ts';
import { memberIds, TEAM_CHANGES_MAX } from './team-limits.ts';
import { placeInTeam } from './place-in-team.ts';
import { teamRoles } from './team-role.ts';

/** Who joins and leaves a team, and as what (interface, Teams). */
export const teamMemberChanges = z.object({
  add: memberIds.optional(),
  remove: memberIds.optional(),
  memberships: z
    .array(z.object({ userId: z.string(), role: z.enum(teamRoles) }))
    .max(TEAM_CHANGES_MAX)
    .optional(),
});

/**
 * Changes who is in a team: all of it or nothing. Those who are added and are in it already stay
 * what they are there; `memberships` adds those who are not.
 *
 * @throws NOT_FOUND for the team, or naming someone who is no member of the organization; FORBIDDEN
 *   for those who do not administrate it; BAD_USER_INPUT for someone who is to join and to leave
 */
export async function updateTeamMembers(
  context: Context,
  key: TeamKey,
  { add = [], remove = [], memberships = [] }: z.output<typeof teamMemberChanges>,
): Promise<void> {
  await findTeam(context, key, 'admin');
  const roles = new Map(memberships.map(({ userId, role }) => [userId, role]));
  if (roles.size < memberships.length) {
    throw badInput('"memberships" must name each member once.', ['input', 'memberships']);
  }
  const joining = new Set([...add, ...roles.keys()]);
  const torn = remove.findIndex((userId) => joining.has(userId));
  if (torn >= 0) {
    throw badInput(`"remove.${torn}" is in "add" or "memberships", too.`, [
      'input',
      'remove',
      torn,
    ]);
  }
  await context.write(async (transaction) => {
    await lockTeam(transaction, context.viewer, key);
    await requireSubjects(transaction, 'member', key.organizationId, [...joining]);
    await transaction.teamMember.deleteMany({
      where: { teamId: key.teamId, userId: { in: remove } },
    });
    const places = [...joining].map((userId) => ({ userId, role: roles.get(userId) }));
    await placeInTeam(transaction, key.teamId, places, context.now());
  });
  if ([...joining, ...remove].includes(context.viewer.id)) await context.renewViewer();
}
