import { newSecretId } from '../../lib/id.ts';
import { hashSecret } from '../../lib/hash.ts';

/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 30;

const SECRET_PREFIX = 'join';

export interface FreshSecret {
  secret: string;
  /** What of it is stored, and until when it holds. */
  stored: { secretHash: string; expiresAt: Date; mailedAt: null };
}

/** A new secret for an invitation, instead of any that it had. */
export function newInvitationSecret(now: Date): FreshSecret {
  const secret = newSecretId(SECRET_PREFIX);
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000);
  return { secret, stored: { secretHash: hashSecret(secret), expiresAt, mailedAt: null } };
}

/** Whether a text may be the secret of an invitation. */
export function isInvitationSecret(text: string): boolean {
  return new RegExp(`^${SECRET_PREFIX}_[0-9A-Z]{26}$`).test(text);
}
