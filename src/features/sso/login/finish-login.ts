import type { Row } from '../../../builder.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { createSession } from '../../users/create-session.ts';
import { admitPerson } from './admit-person.ts';
import { loginKey, loginProvider, type LoginContext } from './login-context.ts';
import { LoginError } from './login-error.ts';
import { browserOf, readLoginRequest } from './login-request.ts';

/** How long a login lasts, in milliseconds. */
const SESSION_MS = 12 * 60 * 60_000;

export interface FinishedLogin {
  userId: string;
  organizationId: string;
  /** An API token, known this once. */
  secret: string;
  expiresAt: Date;
}

/**
 * Ends a login that the identity provider has answered, in the browser that began it: its person is
 * a member now, and gets an API token for twelve hours. Once for each request.
 *
 * @throws LoginError
 */
export async function finishLogin(
  context: LoginContext,
  providerId: string,
  { requestId, browserSecret }: { requestId: string; browserSecret: string },
): Promise<FinishedLogin> {
  const { db, now } = context;
  const provider = await loginProvider(context, providerId);
  const request = readLoginRequest(await loginKey(context), provider.id, requestId, now);
  if (!request || request.browser !== browserOf(browserSecret)) {
    throw new LoginError('other-browser');
  }
  return runTransaction(db, async (transaction) => {
    const { email, displayName } = await takeLogin(transaction, request.id, now);
    const userId = await admitPerson(transaction, provider, { email, displayName, now });
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    const secret = await createSession(transaction, {
      ...{ userId, samlProviderId: provider.id, label: sessionLabel(provider), expiresAt, now },
    });
    return { userId, organizationId: provider.organizationId, secret, expiresAt };
  });
}

/** What the provider said, for the first who asks. */
async function takeLogin(transaction: PrismaTransaction, id: string, now: Date) {
  const login = await transaction.samlLogin.findUnique({ where: { id } });
  if (!login) throw new LoginError('unasked');
  const { count } = await transaction.samlLogin.updateMany({
    where: { id, finishedAt: null },
    // What was said of the person is not needed any more.
    data: { finishedAt: now, email: '', displayName: '' },
  });
  if (count === 0) throw new LoginError('used');
  return login;
}

function sessionLabel({ label }: Row<'SamlProvider'>): string {
  return `Login by ${label}`;
}
