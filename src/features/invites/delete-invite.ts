import { deleteIfFound, type Context } from '../../context.ts';
import { findInvite, type InviteKey } from './invite-access.ts';
import { lockGift } from './lock-gift.ts';

/**
 * Deletes an invite link. Nobody can join with it any more; existing members stay. Succeeds if it
 * does not exist for the viewer (interface, Organization invites).
 *
 * @throws FORBIDDEN below `admin` on the target
 */
export async function deleteInvite(context: Context, key: InviteKey): Promise<void> {
  await deleteIfFound(context, findInvite(context, key, 'edit'), async (transaction, invite) => {
    await lockGift(transaction, context.viewer, invite);
    await transaction.invite.deleteMany({ where: { id: invite.id } });
  });
}
