import type { Row } from '../../../builder.ts';
import { sql } from '../../../database/database.ts';
import type { SamlIdentity } from '../../../external/saml/check-assertion.ts';
import { readResponse } from '../../../external/saml/saml-service.ts';
import { loginKey, loginProvider, peersOf, type LoginContext } from './login-context.ts';
import { LoginError } from './login-error.ts';
import { readLoginRequest, type LoginRequest } from './login-request.ts';

/**
 * Accepts the response of an identity provider, once per request on any gateway. The browser sends
 * no cookie with it, because it comes from another site, so the browser completes the login itself.
 *
 * @returns the id of the request
 * @throws SamlError when the response is rejected, LoginError when nobody requested it
 */
export async function acceptResponse(
  context: LoginContext,
  providerId: string,
  encoded: string,
): Promise<string> {
  const { now } = context;
  const provider = await loginProvider(context, providerId);
  const identity = await readResponse({ peers: peersOf(context, provider), encoded, now });
  const key = await loginKey(context);
  const request = readLoginRequest(key, provider.id, identity.inResponseTo, now);
  if (!request) throw new LoginError('unasked');
  await storeLogin(context, provider, request, identity);
  return request.id;
}

/** Stores the identity if the provider still has the settings that verified it. */
async function storeLogin(
  { db }: LoginContext,
  { id: providerId, entityId, certificate }: Row<'SamlProvider'>,
  { id, expiresAt }: LoginRequest,
  { email, displayName, sessionEndsAt }: SamlIdentity,
): Promise<void> {
  // A concurrent change to the provider either waits and then removes this row, or is seen here.
  const count = await db.execute(sql`
    INSERT INTO saml_logins
      (id, saml_provider_id, email, display_name, session_ends_at, expires_at)
    SELECT ${id}, p.id, ${email}, ${displayName}, ${sessionEndsAt}::timestamptz, ${expiresAt}
    FROM saml_providers p
    WHERE p.id = ${providerId} AND p.entity_id = ${entityId} AND p.certificate = ${certificate}
    FOR SHARE
    ON CONFLICT DO NOTHING`);
  if (count > 0) return;
  const answered = await db.prisma.samlLogin.count({ where: { id } });
  throw new LoginError(answered > 0 ? 'used' : 'changed');
}
