import type { Row } from '../../builder.ts';

/**
 * Whether people can log in by a SAML provider: once its entity id, its address for logins and its
 * certificate are known (interface, SAML provider).
 */
export function samlProviderStatus({
  entityId,
  ssoUrl,
  certificate,
}: Pick<Row<'SamlProvider'>, 'entityId' | 'ssoUrl' | 'certificate'>): 'active' | 'pending' {
  return [entityId, ssoUrl, certificate].includes('') ? 'pending' : 'active';
}
