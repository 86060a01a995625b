import { z } from 'zod';
import { requireSubjects } from '../../auth/require-subjects.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findTeam } from './team-access.ts';
import { memberIds, TEAMS_MAX, teamTitle } from './team-limits.ts';

/** Input for a new team (interface, Teams). */
export const newTeam = z.object({ title: teamTitle, members: memberIds.optional() });

/**
 * Creates a team owned by the viewer, with the given members (interface, Teams).
 *
 * @throws NOT_FOUND for the organization, or for users who are not its members; FORBIDDEN below
 *   `admin`; CONFLICT when the organization is at its limit
 */
export async function createTeam(
  context: Context,
  organizationId: string,
  { title, members = [] }: z.output<typeof newTeam>,
): Promise<Row<'Team'>> {
  await findOrganization(context, organizationId, 'admin');
  const joinedAt = context.now();
  const ownerId = context.viewer.id;
  const others = [...new Set(members)].filter((userId) => userId !== ownerId);
  const teamId = await context.write(async (transaction) => {
    const id = newId('Team');
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'admin');
    await requireSubjects(transaction, 'member', organizationId, [ownerId, ...others]);
    if ((await transaction.team.count({ where: { organizationId } })) >= TEAMS_MAX) {
      throw conflict(
        `An organization has at most ${TEAMS_MAX} teams, and this one does: delete one first.`,
      );
    }
    const places = [
      { userId: ownerId, role: 'owner', joinedAt },
      ...others.map((userId) => ({ userId, role: 'member', joinedAt })),
    ];
    await transaction.team.create({
      data: { id, organizationId, title, createdAt: joinedAt },
    });
    await transaction.teamMember.createMany({
      data: places.map((place) => ({ ...place, teamId: id })),
    });
    return id;
  });
  await context.renewViewer();
  return findTeam(context, { organizationId, teamId });
}
