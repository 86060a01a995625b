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

export interface SigningUp extends NewUser {
  /** False if nothing proves that the address is theirs: it is hidden, and opens nothing. */
  isConfirmed?: boolean;
  now: Date;
}

/** Creates a user with a first API token and without memberships. */
export async function signUp(
  transaction: PrismaTransaction,
  { displayName, email, isConfirmed = true, now }: SigningUp,
): Promise<SignedUpUser> {
  const userId = newId('User');
  const secret = newTokenSecret();
  await transaction.user.create({
    data: {
      id: userId,
      displayName,
      email,
      // Nothing compares addresses of different realms.
      realm: isConfirmed ? '' : userId,
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
