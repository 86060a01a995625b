import { readResponse } from '../../../external/saml/saml-service.ts';
import { loginKey, loginProvider, peersOf, type LoginContext } from './login-context.ts';
import { LoginError } from './login-error.ts';
import { readLoginRequest } from './login-request.ts';

/**
 * Takes what an identity provider says of somebody, once for each request. The cookie of the
 * browser does not come with it, as it is sent from another site: the browser fetches the rest of
 * the login.
 *
 * @returns the id of the request
 * @throws SamlError when the response is not to be believed, LoginError when nobody asked for it
 */
export async function acceptResponse(
  context: LoginContext,
  providerId: string,
  encoded: string,
): Promise<string> {
  const { now, db } = context;
  const provider = await loginProvider(context, providerId);
  const identity = await readResponse(peersOf(context, provider), encoded, now);
  const key = await loginKey(context);
  const request = readLoginRequest(key, provider.id, identity.inResponseTo, now);
  if (!request) throw new LoginError('unasked');
  const { id, expiresAt } = request;
  const { email, displayName } = identity;
  const { count } = await db.prisma.samlLogin.createMany({
    data: { id, samlProviderId: provider.id, email, displayName, expiresAt },
    skipDuplicates: true,
  });
  if (count === 0) throw new LoginError('used');
  return id;
}
