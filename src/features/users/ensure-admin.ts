import { newTokenSecret } from '../../auth/tokens.ts';
import { hashSecret } from '../../lib/hash.ts';
import type { Database } from '../../database/database.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { newId } from '../../lib/id.ts';
import { firstUser } from './first-user.ts';

/** Label of the token from the setting ADMIN_TOKEN. */
const SETTING_LABEL = 'ADMIN_TOKEN';

export interface AdminOptions {
  email: string;
  /** Secret that is valid as long as it is set. */
  token: string | undefined;
}

export interface Admin {
  userId: string;
  /** Token of a newly created admin if none was given; shown only once. */
  newToken: string | undefined;
}

/**
 * Creates the first user if there is none, and updates the token of the setting: the given one is
 * valid, and one from an earlier start is revoked. Safe for gateways that start concurrently.
 */
export async function ensureAdmin(database: Database, options: AdminOptions): Promise<Admin> {
  return runTransaction(database, async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
    const first = await firstUser(transaction);
    const userId = first ?? newId('User');
    if (first === null) {
      const { email } = options;
      await transaction.user.create({ data: { id: userId, displayName: 'Admin', email } });
    }
    const secretHash = options.token === undefined ? null : hashSecret(options.token);
    await transaction.$executeRaw`DELETE FROM api_tokens
      WHERE label = ${SETTING_LABEL} AND secret_hash IS DISTINCT FROM ${secretHash}`;
    if (secretHash !== null) {
      await transaction.$executeRaw`INSERT INTO api_tokens (id, user_id, label, secret_hash)
        VALUES (${newId('ApiToken')}, ${userId}, ${SETTING_LABEL}, ${secretHash})
        ON CONFLICT (secret_hash) DO UPDATE SET revoked_at = NULL, expires_at = NULL`;
    }
    if (first !== null || options.token !== undefined) return { userId, newToken: undefined };
    const newToken = newTokenSecret();
    await transaction.apiToken.create({
      data: {
        id: newId('ApiToken'),
        userId,
        label: 'First token',
        secretHash: hashSecret(newToken),
      },
    });
    return { userId, newToken };
  });
}
