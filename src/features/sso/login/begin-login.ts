import { randomBytes } from 'node:crypto';
import { loginAddress } from '../../../external/saml/saml-service.ts';
import { loginKey, loginProvider, peersOf, type LoginContext } from './login-context.ts';
import { newLoginRequest } from './login-request.ts';

const SECRET_BYTES = 32;
const secretPattern = /^[\w-]{43}$/;

export interface BegunLogin {
  /** Address of the identity provider for the browser. */
  address: string;
  /** Secret that the browser keeps until the login ends. */
  browserSecret: string;
}

/**
 * Begins a login. It is bound to the requesting browser, so that a response meant for another
 * browser cannot log anybody in as somebody else.
 *
 * @param kept the browser's secret of an earlier login, which remains usable
 * @throws LoginError
 */
export async function beginLogin(
  context: LoginContext,
  providerId: string,
  kept: string,
): Promise<BegunLogin> {
  const provider = await loginProvider(context, providerId);
  const isSecret = secretPattern.test(kept);
  const browserSecret = isSecret ? kept : randomBytes(SECRET_BYTES).toString('base64url');
  const key = await loginKey(context);
  const { id } = newLoginRequest(key, provider.id, browserSecret, context.now);
  return { address: await loginAddress(peersOf(context, provider), id), browserSecret };
}
