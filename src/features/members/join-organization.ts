import { requireFreeToJoin } from '../../auth/require-free-to-join.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { lockJoinable } from '../organizations/lock-joinable.ts';
import { findMember } from './member-access.ts';

/**
 * Makes the viewer a member of an organization that lists the domain of their e-mail address, with
 * its default role. One who is a member already stays what they are.
 *
 * @throws NOT_FOUND when there is no organization that the viewer may join, also for those who are
 *   disabled there, FORBIDDEN for whoever logged in by single sign-on of another
 */
export async function joinOrganization(
  context: Context,
  organizationId: string,
): Promise<Row<'Member'>> {
  const { viewer } = context;
  const key = { organizationId, userId: viewer.id };
  requireFreeToJoin(viewer, organizationId);
  if (!viewer.memberships.has(organizationId)) {
    const joinedAt = context.now();
    await context.write(async (transaction) => {
      const { role, isMember } = await lockJoinable(transaction, organizationId, viewer.id);
      if (isMember) return;
      // Another request may make them a member at the same time.
      await transaction.member.createMany({
        data: { ...key, role, joinedAt },
        skipDuplicates: true,
      });
    });
    await context.renewViewer();
  }
  return findMember(context, key);
}
