import type { Context } from '../../context.ts';
import { kindOfId } from '../../lib/id.ts';
import { acceptInvitation, acceptOwnInvitation } from './accept-invitation.ts';
import { isInvitationSecret } from './invitation-secret.ts';
import type { InviteKey } from './invite-access.ts';
import { joinByInviteLink } from './join-by-invite-link.ts';

/**
 * Makes the viewer a member by an invite link, or by an invitation to them: by its id, or by the
 * secret from its mail (interface, Organization invites).
 *
 * @throws as joinByInviteLink and acceptInvitation do
 */
export async function joinWithInvite(context: Context, key: InviteKey): Promise<void> {
  const { organizationId, inviteId } = key;
  // Requires a viewer: only acceptInvitation itself can create a user.
  void context.viewer;
  if (kindOfId(inviteId) === 'Invitation') {
    return acceptOwnInvitation(context, { organizationId, invitationId: inviteId });
  }
  if (!isInvitationSecret(inviteId)) return joinByInviteLink(context, key);
  await acceptInvitation(context, { secret: inviteId }, organizationId);
}
