import type { Context } from '../../context.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { isInvitationSecret } from './invitation-secret.ts';
import type { InviteKey } from './invite-access.ts';
import { joinByInviteLink } from './join-by-invite-link.ts';

/**
 * Makes the viewer a member by an invite link, or by the secret of an invitation to them
 * (interface, Organization invites).
 *
 * @throws as joinByInviteLink and acceptInvitation do
 */
export async function joinWithInvite(context: Context, key: InviteKey): Promise<void> {
  const { organizationId, inviteId } = key;
  // Requires a viewer: only acceptInvitation itself can create a user.
  void context.viewer;
  if (!isInvitationSecret(inviteId)) return joinByInviteLink(context, key);
  await acceptInvitation(context, { secret: inviteId }, organizationId);
}
