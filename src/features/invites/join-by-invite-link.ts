import { requireFreeToJoin } from '../../auth/require-free-to-join.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { requireInviteLinks, requireNotBlocked, type InviteKey } from './invite-access.ts';
import { lockInvite } from './lock-invite.ts';
import { receiveGift } from './receive-gift.ts';

/**
 * Makes the viewer join by an invite link (interface, Organization invites): with its role, or as a
 * guest with its level. A higher role or level is kept, and joining again has no effect.
 *
 * @throws NOT_FOUND for an unknown invite, CONFLICT when the organization has invite links disabled
 *   or is blocked, FORBIDDEN for a disabled member, and for a user of another organization's single
 *   sign-on
 */
export async function joinByInviteLink(context: Context, key: InviteKey): Promise<void> {
  const { organizationId, inviteId } = key;
  const userId = context.viewer.id;
  const now = context.now();
  requireFreeToJoin(context.viewer, organizationId);
  await context.write(async (transaction) => {
    const locked = await lockInvite(transaction, key);
    if (!locked) throw notFound('invite', inviteId);
    requireInviteLinks(locked.organization);
    requireNotBlocked(locked.organization);
    await receiveGift(transaction, locked.invite, { organizationId, userId, now });
  });
  await context.renewViewer();
}
