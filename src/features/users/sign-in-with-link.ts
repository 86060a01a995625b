import { newTokenSecret } from '../../auth/tokens.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { hashSecret } from '../../lib/hash.ts';
import { newId } from '../../lib/id.ts';
import { LINK_MINUTES } from './sign-in-mail.ts';

/** Lifetime of the token that a link creates, in days. */
export const LINK_TOKEN_DAYS = 30;

/** A user who signed in by a link. */
export interface SignedInUser {
  userId: string;
  /** Secret of the new API token, known only now. */
  secret: string;
}

/**
 * Signs in the user of a link with its secret, which is then used up. The user becomes the viewer
 * of the rest of the request.
 *
 * @throws NOT_FOUND for a secret that is unknown, used, replaced or expired
 */
export async function signInWithLink(context: Context, linkSecret: string): Promise<SignedInUser> {
  const now = context.now();
  const mailedAfter = new Date(now.getTime() - LINK_MINUTES * 60_000);
  const expiresAt = new Date(now.getTime() + LINK_TOKEN_DAYS * 24 * 60 * 60 * 1000);
  const signedIn = await context.write(async (transaction) => {
    const [link] = await transaction.$queryRaw<{ userId: string }[]>(sql`
      UPDATE sign_in_links SET secret_hash = NULL
      WHERE secret_hash = ${hashSecret(linkSecret)} AND mailed_at > ${mailedAfter}
      RETURNING user_id AS "userId"`);
    if (!link) {
      throw new AppError(
        'NOT_FOUND',
        'The link is unknown, used, replaced or expired: ask for a new one.',
      );
    }
    const { userId } = link;
    const secret = newTokenSecret();
    await transaction.apiToken.create({
      data: {
        ...{ id: newId('ApiToken'), userId, label: 'Sign-in by mail', expiresAt, createdAt: now },
        secretHash: hashSecret(secret),
      },
    });
    return { userId, secret };
  });
  await context.signIn(signedIn.userId);
  return signedIn;
}
