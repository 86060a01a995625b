import { randomBytes } from 'node:crypto';
import { loginAddress } from '../../../external/saml/saml-service.ts';
import { loginKey, loginProvider, peersOf, type LoginContext } from './login-context.ts';
import { newLoginRequest } from './login-request.ts';

const SECRET_BYTES = 32;
const secretPattern = /^[\w-]{43}$/;

export interface BegunLogin {
  /** Where the browser goes. */
  address: string;
  /** What the browser keeps until the login ends. */
  browserSecret: string;
}

/**
 * Begins a login: it is bound to the browser that asks, so that nobody can be logged in as somebody
 * else by an answer that was meant for another browser.
 *
 * @param kept the secret that the browser has of a login that it began before: both can end
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
