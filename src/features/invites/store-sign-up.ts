import type { PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { lockEmailAddress } from '../users/lock-email-address.ts';
import { MAIL_INTERVAL_MS } from './deliver-invitations.ts';
import { newInvitationSecret } from './invitation-secret.ts';
import { SIGN_UP_HOURS, SIGN_UP_MAILS_MAX, SIGN_UPS_PER_INVITE_MAX } from './sign-up-limits.ts';

export interface NewSignUp {
  inviteId: string;
  /** In lower case. */
  email: string;
  displayName: string | null;
  now: Date;
}

/**
 * Counts a newcomer who gets their account at once. The caller holds the lock of the organization.
 *
 * @throws CONFLICT when the address was used with the link before, or the link by too many
 */
export async function countSignUp(
  transaction: PrismaTransaction,
  { now, ...signUp }: NewSignUp,
): Promise<void> {
  const { inviteId, email } = signUp;
  await requireRoom(transaction, signUp, now);
  const { count } = await transaction.signUp.createMany({
    data: { inviteId, email, expiresAt: endOf(now) },
    skipDuplicates: true,
  });
  if (count > 0) return;
  throw conflict(
    'Somebody signed up with this link and this e-mail address today: sign in with their API token.',
  );
}

/**
 * Stores a newcomer who confirms their address by a mail. Another mail replaces the secret of the
 * first. The caller holds the lock of the organization.
 *
 * @returns the secret for the mail
 * @throws CONFLICT when the address was mailed a moment ago or too often, or the link was used by
 *   too many
 */
export async function storeSignUp(
  transaction: PrismaTransaction,
  { now, ...signUp }: NewSignUp,
): Promise<string> {
  const { inviteId, email, displayName } = signUp;
  await lockEmailAddress(transaction, email);
  await requireRoom(transaction, signUp, now);
  const others = await transaction.signUp.findMany({
    where: { email, expiresAt: { gt: now } },
    select: { mailCount: true, mailedAt: true },
  });
  const mailCount = others.reduce((sum, other) => sum + other.mailCount, 0);
  const recently = now.getTime() - MAIL_INTERVAL_MS;
  if (others.some(({ mailedAt }) => mailedAt !== null && mailedAt.getTime() > recently)) {
    throw conflict(
      'This address was mailed less than a minute ago: look for the mail, or wait a moment.',
    );
  }
  if (mailCount >= SIGN_UP_MAILS_MAX) {
    throw conflict(
      `This address got ${SIGN_UP_MAILS_MAX} mails within ${SIGN_UP_HOURS} hours, the most: look for them, or try tomorrow.`,
    );
  }
  const { secret, stored } = newInvitationSecret(now);
  const { secretHash } = stored;
  const mail = { displayName, secretHash, mailedAt: now, expiresAt: endOf(now) };
  await transaction.signUp.upsert({
    where: { inviteId_email: { inviteId, email } },
    create: { inviteId, email, mailCount: 1, ...mail },
    update: { mailCount: { increment: 1 }, ...mail },
  });
  return secret;
}

/** Deletes what has expired, and requires that one more may use the link. */
async function requireRoom(
  transaction: PrismaTransaction,
  { inviteId, email }: Pick<NewSignUp, 'inviteId' | 'email'>,
  now: Date,
): Promise<void> {
  await transaction.signUp.deleteMany({ where: { inviteId, expiresAt: { lte: now } } });
  const count = await transaction.signUp.count({ where: { inviteId, email: { not: email } } });
  if (count < SIGN_UPS_PER_INVITE_MAX) return;
  throw conflict(
    `${SIGN_UPS_PER_INVITE_MAX} people signed up by this link within ${SIGN_UP_HOURS} hours, the most: try tomorrow, or ask for an invitation by e-mail.`,
  );
}

function endOf(now: Date): Date {
  return new Date(now.getTime() + SIGN_UP_HOURS * 60 * 60 * 1000);
}
