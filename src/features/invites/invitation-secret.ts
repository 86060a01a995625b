import { isSecretId, newSecretId } from '../../lib/id.ts';
import { hashSecret } from '../../lib/hash.ts';

/** Lifetime of an invitation, in days. */
export const INVITATION_DAYS = 30;

const SECRET_PREFIX = 'join';

export interface FreshSecret {
  secret: string;
  /** Stored columns of the secret, with its expiry. */
  stored: { secretHash: string; expiresAt: Date; mailedAt: null };
}

/** Returns a new secret for an invitation, which replaces any previous one. */
export function newInvitationSecret(now: Date): FreshSecret {
  const secret = newSecretId(SECRET_PREFIX);
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000);
  return { secret, stored: { secretHash: hashSecret(secret), expiresAt, mailedAt: null } };
}

/** Checks whether a text has the form of an invitation secret. */
export function isInvitationSecret(text: string): boolean {
  return isSecretId(text, SECRET_PREFIX);
}
