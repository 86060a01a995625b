import { dropAccess } from '../../auth/drop-access.ts';
import type { Context } from '../../context.ts';
import { missing } from '../../errors.ts';
import { isActiveAdmin, lockMember, requireOtherAdmin } from './lock-member.ts';
import { findMember, type MemberKey } from './member-access.ts';

/**
 * Removes a member from an organization with their grants and team memberships there. What they
 * wrote stays, and keeps their name. Succeeds when there is no such member for the viewer
 * (interface, Errors).
 *
 * @throws FORBIDDEN below `admin`, but for members who leave; CONFLICT for the last admin
 */
export async function removeMember(context: Context, key: MemberKey): Promise<void> {
  const { viewer } = context;
  const found = await findMember(context, key, 'remove').catch(missing);
  if (!found) return;
  await context.write(async (transaction) => {
    const member = await lockMember(transaction, viewer, key, 'remove').catch(missing);
    if (!member) return;
    if (isActiveAdmin(member)) await requireOtherAdmin(transaction, key);
    await transaction.member.delete({ where: { organizationId_userId: key } });
    // Only now, so that what is granted to them at this moment goes too.
    await dropAccess(transaction, key);
  });
  if (key.userId === viewer.id) await context.renewViewer();
}
