import type { Row } from '../../../builder.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { lockOrganization } from '../../organizations/lock-organization.ts';
import { createSession } from '../../users/create-session.ts';
import { admitPerson } from './admit-person.ts';
import { loginKey, loginProvider, type LoginContext } from './login-context.ts';
import { LoginError } from './login-error.ts';
import { browserOf, readLoginRequest } from './login-request.ts';

/** How long a login lasts at most, in milliseconds. */
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
 * a member now, and gets an API token for twelve hours, or for less if the provider says so. Once
 * for each request.
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
    // Whoever changes providers and teams holds the organization: they stay as they are now.
    const provider = await transaction.samlProvider.findUnique({ where: { id } });
    if (!organization || !provider) throw new LoginError('unknown-provider');
    const { sessionEndsAt, ...person } = await takeLogin(transaction, request.id, now);
    const userId = await admitPerson(transaction, { organization, provider }, { ...person, now });
    const expiresAt = sessionEnd(now, sessionEndsAt);
    const secret = await createSession(transaction, {
      ...{ userId, samlProviderId: id, label: sessionLabel(provider), expiresAt, now },
    });
    return { userId, organizationId, secret, expiresAt };
  });
}

/** In twelve hours, or when the identity provider says, whichever comes first. */
function sessionEnd(now: Date, sessionEndsAt: Date | null): Date {
  const end = now.getTime() + SESSION_MS;
  return new Date(Math.min(end, sessionEndsAt?.getTime() ?? end));
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
  const { email, displayName, sessionEndsAt } = login;
  return { email, displayName, sessionEndsAt };
}

function sessionLabel({ label }: Row<'SamlProvider'>): string {
  return `Login by ${label}`;
}
