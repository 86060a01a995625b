import { dropAccess } from '../../auth/drop-access.ts';
import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { isActiveAdmin, lockMember, requireOtherAdmin } from './lock-member.ts';
import { findMember, type MemberKey } from './member-access.ts';

/**
 * Removes a member from an organization, with their grants and team memberships there. Their
 * content stays under their name. Succeeds if the member does not exist for the viewer (interface,
 * Errors).
 *
 * @throws FORBIDDEN below `admin` unless members remove themselves; CONFLICT for the last admin
 */
export async function removeMember(context: Context, key: MemberKey): Promise<void> {
  const { viewer } = context;
  const found = await findMember(context, key, 'remove').catch(nullIfNotFound);
  if (!found) return;
  await context.write(async (transaction) => {
    const member = await lockMember(transaction, viewer, key, 'remove').catch(nullIfNotFound);
    if (!member) return;
    if (isActiveAdmin(member)) await requireOtherAdmin(transaction, key);
    await transaction.member.delete({ where: { organizationId_userId: key } });
    // Done last, to include grants made concurrently.
    await dropAccess(transaction, key);
  });
  if (key.userId === viewer.id) await context.renewViewer();
}
