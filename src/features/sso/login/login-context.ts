import type { Row } from '../../../builder.ts';
import type { Database } from '../../../database/database.ts';
import { loadSecret } from '../../../database/secrets.ts';
import type { SamlPeers } from '../../../external/saml/saml-peers.ts';
import { samlProviderStatus } from '../saml-provider-status.ts';
import { serviceUrls } from '../service-urls.ts';
import { LoginError } from './login-error.ts';

/** What a login works with: nobody is logged in, so it has no viewer. */
export interface LoginContext {
  db: Database;
  /** Prefix of every URL, without a trailing slash. */
  baseUrl: string;
  now: Date;
}

/** Whether a text can be the id of a provider; the rest spares the database a question. */
export function isSamlProviderId(text: string): boolean {
  return /^saml_[0-9A-Z]{26}$/.test(text);
}

/**
 * A provider that people can log in by.
 *
 * @throws LoginError `unknown-provider`, `pending`
 */
export async function loginProvider(
  { db }: LoginContext,
  id: string,
): Promise<Row<'SamlProvider'>> {
  const provider = isSamlProviderId(id)
    ? await db.prisma.samlProvider.findUnique({ where: { id } })
    : null;
  if (!provider) throw new LoginError('unknown-provider');
  if (samlProviderStatus(provider) === 'pending') throw new LoginError('pending');
  return provider;
}

/** A provider and this service, as they know each other. */
export function peersOf({ baseUrl }: LoginContext, provider: Row<'SamlProvider'>): SamlPeers {
  const { entityId, ssoUrl, certificate } = provider;
  const service = serviceUrls(baseUrl, provider.id);
  return { provider: { entityId, ssoUrl, certificate }, service };
}

/** The key that signs the ids of login requests. */
export function loginKey({ db }: LoginContext): Promise<string> {
  return loadSecret(db, 'saml-logins');
}
