import { newTokenSecret } from '../../auth/tokens.ts';
import { hashSecret } from '../../lib/hash.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';
import type { NewUser } from './create-user.ts';

export interface SignedUpUser {
  userId: string;
  /** Secret of the user's first API token, known only now. */
  secret: string;
}

/** Creates a user with a first API token and without memberships. */
export async function signUp(
  transaction: PrismaTransaction,
  { displayName, email, now }: NewUser & { now: Date },
): Promise<SignedUpUser> {
  const userId = newId('User');
  const secret = newTokenSecret();
  await transaction.user.create({
    data: {
      id: userId,
      displayName,
      email,
      createdAt: now,
      tokens: {
        create: {
          id: newId('ApiToken'),
          label: 'First token',
          secretHash: hashSecret(secret),
          createdAt: now,
        },
      },
    },
  });
  return { userId, secret };
}
