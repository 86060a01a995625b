import { z } from 'zod';
import { requireFreeToJoin } from '../../auth/require-free-to-join.ts';
import type { Role } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { AppError, unauthenticated } from '../../errors.ts';
import { hashSecret } from '../../lib/hash.ts';
import { admitMember } from '../members/admit-member.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { findUsersByEmail } from '../users/find-users-by-email.ts';
import { lockEmailAddress } from '../users/lock-email-address.ts';
import { signUp } from '../users/sign-up.ts';
import { DISPLAY_NAME_LENGTH_MAX, userName } from '../users/update-user.ts';
import { membershipDisabled, requireNotBlocked } from './invite-access.ts';
import { isInvitationSecret } from './invitation-secret.ts';

/** Input that accepts an invitation. */
export const acceptance = z.object({
  secret: z.string().max(200),
  displayName: userName.nullish(),
});

export type Acceptance = z.output<typeof acceptance>;

export interface AcceptedInvitation {
  organizationId: string;
  userId: string;
  /** Secret of a new user's first API token; null for an existing user. */
  secret: string | null;
}

/**
 * Accepts an invitation by the secret from its mail, which is then used up. Without an API token it
 * creates the user with a first token; otherwise the token must belong to the invited address. The
 * user becomes the viewer of the rest of the request.
 *
 * @throws NOT_FOUND for a secret that is unknown, used, withdrawn or expired, UNAUTHENTICATED when
 *   the address has a user and the request has no token, FORBIDDEN for the token of another
 *   address, for a disabled member, and for a user of another organization's single sign-on,
 *   CONFLICT when the organization is blocked
 */
export async function acceptInvitation(
  context: Context,
  { secret, displayName }: Acceptance,
  organizationId?: string,
): Promise<AcceptedInvitation> {
  const viewerId = context.viewerOrNobody?.id ?? null;
  const now = context.now();
  const accepted = await context.write(async (transaction): Promise<AcceptedInvitation> => {
    const invitation = await takeInvitation(transaction, secret, now);
    if (
      !invitation ||
      (organizationId ?? invitation.organizationId) !== invitation.organizationId
    ) {
      throw new AppError(
        'NOT_FOUND',
        'The invitation is unknown, used, withdrawn or expired: ask for a new one.',
      );
    }
    const { viewerOrNobody: viewer } = context;
    if (viewer) requireFreeToJoin(viewer, invitation.organizationId);
    const { email, sso } = invitation;
    // The first of several invitations to a new address creates the user; the others must find that
    // user.
    await lockEmailAddress(transaction, email);
    const known = (await findUsersByEmail(transaction, [email])).get(email);
    const user =
      known === undefined && viewerId === null
        ? await signUp(transaction, { email, displayName: displayName ?? nameOf(email), now })
        : { userId: requireInvited(known, viewerId), secret: null };
    const member = { organizationId: invitation.organizationId, userId: user.userId };
    const role = invitation.role as Role | null;
    if (!(await admitMember(transaction, { ...member, role, sso, now }))) {
      throw membershipDisabled();
    }
    return { ...member, secret: user.secret };
  });
  if (accepted.secret === null) await context.renewViewer();
  else await context.signIn(accepted.userId);
  return accepted;
}

/** Uses up an invitation. If its secret is used concurrently, only one request succeeds. */
async function takeInvitation(transaction: PrismaTransaction, secret: string, now: Date) {
  if (!isInvitationSecret(secret)) return null;
  const where = { secretHash: hashSecret(secret), expiresAt: { gt: now } };
  const invitation = await transaction.invitation.findFirst({ where });
  if (!invitation) return null;
  const organization = await lockOrganization(transaction, invitation.organizationId);
  const { count } = await transaction.invitation.deleteMany({ where });
  if (!organization || count === 0) return null;
  requireNotBlocked(organization);
  return invitation;
}

/** Returns the viewer's id if the invitation is to them; otherwise throws. */
function requireInvited(invitedId: string | undefined, viewerId: string | null): string {
  if (viewerId === null) {
    throw unauthenticated('The invited address has a user already: send an API token of theirs.');
  }
  if (viewerId === invitedId) return viewerId;
  throw new AppError(
    'FORBIDDEN',
    'The invitation is to another e-mail address than yours. If nobody has a user for it yet, accept it without a token.',
  );
}

/** Returns the local part of an address, as the name of a user who states none. */
function nameOf(email: string): string {
  return email.slice(0, email.indexOf('@')).slice(0, DISPLAY_NAME_LENGTH_MAX);
}
