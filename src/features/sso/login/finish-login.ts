import type { Row } from '../../../builder.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { lockOrganization } from '../../organizations/lock-organization.ts';
import { createSession } from '../../users/create-session.ts';
import { resolveLoginUser } from './resolve-login-user.ts';
import { loginKey, loginProvider, type LoginContext } from './login-context.ts';
import { LoginError } from './login-error.ts';
import { browserOf, readLoginRequest } from './login-request.ts';

/** Maximum duration of a login session, in milliseconds. */
const SESSION_MS = 12 * 60 * 60_000;

export interface FinishedLogin {
  userId: string;
  organizationId: string;
  /** Secret of an API token, known only now. */
  secret: string;
  expiresAt: Date;
}

/**
 * Finishes a login that the identity provider has answered, in the browser that began it, once per
 * request. The person becomes a member and gets an API token for at most twelve hours, or less if
 * the provider says so.
 *
 * @throws LoginError
 */
export async function finishLogin(
  context: LoginContext,
  providerId: string,
  { requestId, browserSecret }: { requestId: string; browserSecret: string },
): Promise<FinishedLogin> {
  const { db, now } = context;
  const { id, organizationId } = await loginProvider(context, providerId);
  const request = readLoginRequest(await loginKey(context), id, requestId, now);
  if (!request || request.browser !== browserOf(browserSecret)) {
    throw new LoginError('other-browser');
  }
  return runTransaction(db, async (transaction) => {
    const organization = await lockOrganization(transaction, organizationId);
    // Changes to providers and teams lock the organization, so they cannot happen meanwhile.
    const provider = await transaction.samlProvider.findUnique({ where: { id } });
    if (!organization || !provider) throw new LoginError('unknown-provider');
    const { sessionEndsAt, ...person } = await takeLogin(transaction, request.id, now);
    const userId = await resolveLoginUser(
      transaction,
      { organization, provider },
      { ...person, now },
    );
    const expiresAt = sessionEnd(now, sessionEndsAt);
    const secret = await createSession(transaction, {
      ...{ userId, samlProviderId: id, label: sessionLabel(provider), expiresAt, now },
    });
    return { userId, organizationId, secret, expiresAt };
  });
}

/**
 * Returns the end of a session: after twelve hours, or as the identity provider says if earlier.
 */
function sessionEnd(now: Date, sessionEndsAt: Date | null): Date {
  const end = now.getTime() + SESSION_MS;
  return new Date(Math.min(end, sessionEndsAt?.getTime() ?? end));
}

/** Takes the stored identity; only the first request gets it. */
async function takeLogin(transaction: PrismaTransaction, id: string, now: Date) {
  const login = await transaction.samlLogin.findUnique({ where: { id } });
  if (!login) throw new LoginError('unasked');
  const { count } = await transaction.samlLogin.updateMany({
    where: { id, finishedAt: null },
    // The identity is no longer needed.
    data: { finishedAt: now, email: '', displayName: '' },
  });
  if (count === 0) throw new LoginError('used');
  const { email, displayName, sessionEndsAt } = login;
  return { email, displayName, sessionEndsAt };
}

function sessionLabel({ label }: Row<'SamlProvider'>): string {
  return `Login by ${label}`;
}
