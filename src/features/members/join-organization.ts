import { requireFreeToJoin } from '../../auth/require-free-to-join.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { lockJoinable } from '../organizations/lock-joinable.ts';
import { findMember } from './member-access.ts';

/**
 * Adds the viewer, with the default role, to an organization that lists the domain of their e-mail
 * address. An existing membership does not change.
 *
 * @throws NOT_FOUND when the viewer may not join the organization or is disabled there, FORBIDDEN
 *   for a user of another organization's single sign-on
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
      // A concurrent request may also add the member.
      await transaction.member.createMany({
        data: { ...key, role, joinedAt },
        skipDuplicates: true,
      });
    });
    await context.renewViewer();
  }
  return findMember(context, key);
}
