import { deleteIfFound, type Context } from '../../context.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findInvitation, type InvitationKey } from './invitation-access.ts';

/**
 * Withdraws an invitation, which invalidates its link. Succeeds if it does not exist for the
 * viewer.
 *
 * @throws FORBIDDEN below `admin`
 */
export async function deleteInvitation(context: Context, key: InvitationKey): Promise<void> {
  const find = findInvitation(context, key);
  await deleteIfFound(context, find, async (transaction, { id, organizationId }) => {
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'admin');
    await transaction.invitation.deleteMany({ where: { id } });
  });
}
