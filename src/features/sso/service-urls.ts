import { urlOf } from '../../lib/urls.ts';

/** The addresses of docgraph as the SAML service provider of an identity provider. */
export interface ServiceUrls {
  /** Takes the responses of the identity provider. */
  acsURL: string;
  /** Starts a login. */
  startURL: string;
  /** Names docgraph to the identity provider, and leads to its metadata. */
  entityID: string;
}

/** Each SAML provider has addresses of its own, so that a response tells by which it came. */
export function serviceUrls(baseUrl: string, samlProviderId: string): ServiceUrls {
  return {
    acsURL: urlOf(baseUrl, 'saml', samlProviderId, 'acs'),
    startURL: urlOf(baseUrl, 'saml', samlProviderId, 'login'),
    entityID: urlOf(baseUrl, 'saml', samlProviderId, 'metadata'),
  };
}
