import { z } from 'zod';
import { newTokenSecret } from '../../auth/tokens.ts';
import type { Session } from '../../auth/viewer.ts';
import { hashSecret } from '../../lib/hash.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { badInput, conflict } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { apiTokenSource } from './api-token-source.ts';
import { lockUser } from './lock-user.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Maximum number of active tokens per user. */
export const TOKENS_PER_USER_MAX = 100;

export const newApiToken = z.object({
  label: visibleText.trim().min(1).max(100),
  expiresAt: z.date().nullish(),
});

export interface CreatedApiToken {
  apiToken: Row<'ApiToken'>;
  secret: string;
}

/**
 * Creates an API token for the viewer. Only its hash is stored, so the secret is known only now. A
 * token created during a login session inherits the session's expiry and restrictions.
 *
 * @throws BAD_USER_INPUT for an expiry that is not in the future, CONFLICT beyond 100 tokens
 */
export async function createApiToken(
  context: Context,
  { label, expiresAt }: z.output<typeof newApiToken>,
): Promise<CreatedApiToken> {
  const now = context.now();
  const { id: userId, session } = context.viewer;
  if (expiresAt && expiresAt <= now) {
    throw badInput('"expiresAt" must be in the future.', ['input', 'expiresAt']);
  }
  const { id, secret } = await context.write(async (transaction) => {
    // Concurrent creations must not both pass the limit.
    await lockUser(transaction, userId);
    const count = await transaction.apiToken.count({ where: { userId, revokedAt: null } });
    if (count >= TOKENS_PER_USER_MAX) {
      throw conflict(`You have ${TOKENS_PER_USER_MAX} API tokens, the most; revoke one first.`);
    }
    const created = { id: newId('ApiToken'), secret: newTokenSecret() };
    await transaction.apiToken.create({
      data: {
        id: created.id,
        userId,
        label,
        secretHash: hashSecret(created.secret),
        createdAt: now,
        ...boundTo(session, expiresAt ?? null),
      },
    });
    return created;
  });
  const apiToken = await context.loaders.one(apiTokenSource, id);
  if (!apiToken) throw new Error(`The new API token ${id} is gone.`);
  return { apiToken, secret };
}

/** Returns what a token inherits from the login session in which it is created. */
function boundTo(session: Session | undefined, expiresAt: Date | null) {
  if (!session) return { expiresAt };
  const { samlProviderId, expiresAt: end } = session;
  return { samlProviderId, expiresAt: expiresAt && expiresAt < end ? expiresAt : end };
}
