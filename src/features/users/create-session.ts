import { newTokenSecret } from '../../auth/tokens.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { hashSecret } from '../../lib/hash.ts';
import { newId } from '../../lib/id.ts';

export interface NewSession {
  userId: string;
  /** By which they logged in. */
  samlProviderId: string;
  label: string;
  expiresAt: Date;
  now: Date;
}

/**
 * Creates the API token of a login, which is good for the organization of its provider only, and
 * removes those of the user's logins that expired. It answers the secret, known this once.
 */
export async function createSession(
  transaction: PrismaTransaction,
  { userId, samlProviderId, label, expiresAt, now }: NewSession,
): Promise<string> {
  const secret = newTokenSecret();
  await transaction.apiToken.deleteMany({
    where: { userId, samlProviderId: { not: null }, expiresAt: { lt: now } },
  });
  await transaction.apiToken.create({
    data: {
      ...{ id: newId('ApiToken'), userId, samlProviderId, label, expiresAt, createdAt: now },
      secretHash: hashSecret(secret),
    },
  });
  return secret;
}
