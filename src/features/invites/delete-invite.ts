import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { findInvite, type InviteKey } from './invite-access.ts';
import { lockGift } from './lock-gift.ts';

/**
 * Deletes an invite link. Nobody can join with it any more; existing members stay. Succeeds if it
 * does not exist for the viewer (interface, Organization invites).
 *
 * @throws FORBIDDEN below `admin` on the target
 */
export async function deleteInvite(context: Context, key: InviteKey): Promise<void> {
  const invite = await findInvite(context, key, 'edit').catch(nullIfNotFound);
  if (!invite) return;
  await context
    .write(async (transaction) => {
      await lockGift(transaction, context.viewer, invite);
      await transaction.invite.deleteMany({ where: { id: invite.id } });
    })
    .catch(nullIfNotFound);
}
