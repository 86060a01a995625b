import type { Addresses } from '../../../addresses.ts';
import type { Row } from '../../../builder.ts';
import type { Database } from '../../../database/database.ts';
import { loadSecret } from '../../../database/secrets.ts';
import type { SamlPeers } from '../../../external/saml/saml-peers.ts';
import { samlProviderStatus } from '../saml-provider-status.ts';
import { LoginError } from './login-error.ts';

/** Environment of a login; it has no viewer, because nobody is logged in yet. */
export interface LoginContext {
  db: Database;
  /** Prefix of every URL, without a trailing slash. */
  addresses: Addresses;
  now: Date;
}

/** Checks whether a text can be a provider id, to avoid useless queries. */
export function isSamlProviderId(text: string): boolean {
  return /^saml_[0-9A-Z]{26}$/.test(text);
}

/**
 * Finds a provider that accepts logins.
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

/** Returns a provider and this service as SAML peers. */
export function peersOf({ addresses }: LoginContext, provider: Row<'SamlProvider'>): SamlPeers {
  const { entityId, ssoUrl, certificate } = provider;
  const service = addresses.service(provider.id);
  return { provider: { entityId, ssoUrl, certificate }, service };
}

/** Loads the key that signs the ids of login requests. */
export function loginKey({ db }: LoginContext): Promise<string> {
  return loadSecret(db, 'saml-logins');
}
