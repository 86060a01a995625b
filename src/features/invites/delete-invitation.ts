import type { Context } from '../../context.ts';
import { missing } from '../../errors.ts';
import { findInvitation, type InvitationKey } from './invitation-access.ts';

/**
 * Withdraws an invitation: its link stops working. Succeeds when it does not exist for the viewer.
 *
 * @throws FORBIDDEN below `admin`
 */
export async function deleteInvitation(context: Context, key: InvitationKey): Promise<void> {
  const invitation = await findInvitation(context, key).catch(missing);
  if (!invitation) return;
  await context.write((transaction) =>
    transaction.invitation.deleteMany({ where: { id: invitation.id } }),
  );
}
