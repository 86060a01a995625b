import type { Row } from '../../builder.ts';

/**
 * Returns the status of a SAML provider. It is active once its entity id, login address and
 * certificate are set (interface, SAML provider).
 */
export function samlProviderStatus({
  entityId,
  ssoUrl,
  certificate,
}: Pick<Row<'SamlProvider'>, 'entityId' | 'ssoUrl' | 'certificate'>): 'active' | 'pending' {
  return [entityId, ssoUrl, certificate].includes('') ? 'pending' : 'active';
}
