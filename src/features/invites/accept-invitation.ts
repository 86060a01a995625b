import { z } from 'zod';
import { requireFreeToJoin } from '../../auth/require-free-to-join.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { AppError, notFound, unauthenticated } from '../../errors.ts';
import { confirmAddress } from '../users/confirm-address.ts';
import { findUsersByEmail } from '../users/find-users-by-email.ts';
import { lockEmailAddress } from '../users/lock-email-address.ts';
import { signUp } from '../users/sign-up.ts';
import { DISPLAY_NAME_LENGTH_MAX, userName } from '../users/update-user.ts';
import { takeBySecret, takeOwn, type TakenInvitation } from './take-invitation.ts';

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
 * secret confirms that address. The user becomes the viewer of the rest of the request.
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
    const invitation = await takeBySecret(transaction, secret, now);
    if (
      !invitation ||
      (organizationId ?? invitation.organizationId) !== invitation.organizationId
    ) {
      throw new AppError(
        'NOT_FOUND',
        'The invitation is unknown, used, withdrawn or expired: ask for a new one.',
      );
    }
    requireFree(context, invitation);
    const { email } = invitation;
    // The first of several invitations to a new address creates the user; the others must find that
    // user.
    await lockEmailAddress(transaction, email);
    const known = await userOf(transaction, email, viewerId);
    const name = displayName ?? invitation.displayName ?? nameOf(email);
    const user =
      known === undefined && viewerId === null
        ? await signUp(transaction, { email, displayName: name, now })
        : { userId: requireInvited(known, viewerId), secret: null };
    await invitation.admit(user.userId, now);
    return { ...user, organizationId: invitation.organizationId };
  });
  if (accepted.secret === null) await context.renewViewer();
  else await context.signIn(accepted.userId);
  return accepted;
}

/**
 * Accepts an invitation to the viewer's address, by its id.
 *
 * @throws NOT_FOUND when the viewer has no such invitation, and FORBIDDEN and CONFLICT as
 *   `acceptInvitation` does
 */
export async function acceptOwnInvitation(
  context: Context,
  { organizationId, invitationId }: { organizationId: string; invitationId: string },
): Promise<void> {
  const userId = context.viewer.id;
  const now = context.now();
  await context.write(async (transaction) => {
    const invitation = await takeOwn(transaction, { invitationId, userId }, now);
    if (invitation?.organizationId !== organizationId) throw notFound('invite', invitationId);
    requireFree(context, invitation);
    await invitation.admit(userId, now);
  });
  await context.renewViewer();
}

function requireFree({ viewerOrNobody }: Context, { organizationId }: TakenInvitation): void {
  if (viewerOrNobody) requireFreeToJoin(viewerOrNobody, organizationId);
}

/** Returns the id of the user with an address. The viewer is, if they prove that it is theirs. */
async function userOf(
  transaction: PrismaTransaction,
  email: string,
  viewerId: string | null,
): Promise<string | undefined> {
  const known = (await findUsersByEmail(transaction, [email])).get(email);
  if (known !== undefined || viewerId === null) return known;
  return (await confirmAddress(transaction, viewerId, email)) ? viewerId : undefined;
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
export function nameOf(email: string): string {
  return email.slice(0, email.indexOf('@')).slice(0, DISPLAY_NAME_LENGTH_MAX);
}
