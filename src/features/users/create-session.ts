import { newTokenSecret } from '../../auth/tokens.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { hashSecret } from '../../lib/hash.ts';
import { newId } from '../../lib/id.ts';

export interface NewSession {
  userId: string;
  /** Id of the provider used for the login. */
  samlProviderId: string;
  label: string;
  expiresAt: Date;
  now: Date;
}

/**
 * Creates the API token of a login, valid only for the organization of its provider. Deletes the
 * user's expired login tokens. Returns the secret, which is known only now.
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
