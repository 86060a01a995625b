import { z } from 'zod';
import { requireSubjects } from '../../auth/require-subjects.ts';
import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { lockTeamFor } from './lock-team-for.ts';
import { findTeam, type TeamKey } from './team-access.ts';
import { memberIds, TEAM_CHANGES_MAX } from './team-limits.ts';
import { placeInTeam } from './place-in-team.ts';
import { teamRoles } from './team-role.ts';

/** Changes to the members of a team (interface, Teams). */
export const teamMemberChanges = z.object({
  add: memberIds.optional(),
  remove: memberIds.optional(),
  memberships: z
    .array(z.object({ userId: z.string(), role: z.enum(teamRoles) }))
    .max(TEAM_CHANGES_MAX)
    .optional(),
});

/**
 * Changes the members of a team: all changes or none. Added users who are already in the team keep
 * their roles; `memberships` also adds new users.
 *
 * @throws NOT_FOUND for the team, or for users who are not members of the organization; FORBIDDEN
 *   for viewers who do not administer it; BAD_USER_INPUT for a user who is both added and removed
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
    await lockTeamFor(transaction, context.viewer, key);
    await requireSubjects(transaction, 'member', key.organizationId, [...joining]);
    await transaction.teamMember.deleteMany({
      where: { teamId: key.teamId, userId: { in: remove } },
    });
    const places = [...joining].map((userId) => ({ userId, role: roles.get(userId) }));
    await placeInTeam(transaction, key.teamId, places, context.now());
  });
  if ([...joining, ...remove].includes(context.viewer.id)) await context.renewViewer();
}
