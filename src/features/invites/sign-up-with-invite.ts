import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict, notFound } from '../../errors.ts';
import { emailAddress } from '../../external/mail/email-address.ts';
import { sendMails } from '../../external/mail/send-mails.ts';
import { signUp } from '../users/sign-up.ts';
import { userName } from '../users/update-user.ts';
import { nameOf } from './accept-invitation.ts';
import { invitationUrl } from './join-url.ts';
import { loadInvitePreview } from './load-invite-preview.ts';
import { lockUsableInvite, type LockedInvite } from './lock-invite.ts';
import { receiveGift } from './receive-gift.ts';
import { signUpMail } from './sign-up-mail.ts';
import { countSignUp, storeSignUp, type NewSignUp } from './store-sign-up.ts';

/** Input of a newcomer who joins by an invite link. */
export const newcomer = z.object({
  organizationId: z.string(),
  inviteId: z.string(),
  email: emailAddress,
  displayName: userName.nullish(),
});

/** Outcome of a sign-up: an account, or a mail by which it is created. */
export interface InviteSignUp {
  organizationId: string | null;
  userId: string | null;
  /** Secret of the first API token. */
  secret: string | null;
  /** True if the mail server accepted the mail. */
  mailed: boolean;
  /** Reason why it did not. */
  reason: string | null;
}

/**
 * Signs up somebody without an account by an invite link. With a mail server, it mails a link to
 * their address by which they accept; the answer is the same for an address that has a user.
 * Without one, it creates the user at once, with a first token. Nothing proves that address, so it
 * is shown to nobody, and counts for no domain and no invitation.
 *
 * @throws NOT_FOUND for a link that cannot be used, whatever the reason, CONFLICT for a request
 *   with a token, beyond the limits, and without a mail server when single sign-on is enforced
 */
export async function signUpWithInvite(
  context: Context,
  { organizationId, inviteId, email: given, displayName }: z.output<typeof newcomer>,
): Promise<InviteSignUp> {
  if (context.viewerOrNobody) {
    throw conflict('You have an account: join by `joinOrganizationWithInvite` instead.');
  }
  const now = context.now();
  const email = given.toLowerCase();
  const signingUp = { inviteId, email, displayName: displayName ?? null, now };
  const { mailer } = context;
  // Whoever guesses locks nothing.
  const isUsable = (await loadInvitePreview(context, { organizationId, inviteId })) !== null;
  if (!isUsable) throw notFound('invite', inviteId);
  const outcome = await context.write(async (transaction) => {
    const locked = await lockUsableInvite(transaction, { organizationId, inviteId });
    if (!locked) throw notFound('invite', inviteId);
    if (mailer === null) return createUnconfirmed(transaction, locked, signingUp);
    const secret = await storeSignUp(transaction, signingUp);
    return { mail: { secret, organization: locked.organization.title } };
  });
  if (!('mail' in outcome)) {
    await context.signIn(outcome.userId);
    return { ...outcome, mailed: false, reason: null };
  }
  const reason = await sendMail(context, { email, ...outcome.mail });
  return { organizationId: null, userId: null, secret: null, mailed: reason === null, reason };
}

async function createUnconfirmed(
  transaction: PrismaTransaction,
  { organization, invite }: LockedInvite,
  signingUp: NewSignUp,
): Promise<{ organizationId: string; userId: string; secret: string }> {
  const { email, displayName, now } = signingUp;
  const { id: organizationId } = organization;
  if (organization.sso) {
    // No login reaches an account whose address is not confirmed.
    throw conflict(
      `The organization "${organization.title}" requires single sign-on: log in by it instead.`,
    );
  }
  await countSignUp(transaction, signingUp);
  const name = displayName ?? nameOf(email);
  const user = await signUp(transaction, { email, displayName: name, isConfirmed: false, now });
  await receiveGift(transaction, invite, { organizationId, userId: user.userId, now });
  return { organizationId, ...user };
}

/** Mails the link that confirms an address. Returns why it was not sent; null if it was. */
async function sendMail(
  { mailer, addresses, log }: Context,
  { email, secret, organization }: { email: string; secret: string; organization: string },
): Promise<string | null> {
  if (mailer === null) return null;
  const mail = signUpMail({ to: email, organization, url: invitationUrl(addresses, secret) });
  const [reason = null] = await sendMails(mailer, [mail], log);
  return reason;
}
