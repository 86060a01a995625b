import type { Addresses } from '../../addresses.ts';

/** Addresses of docgraph as the SAML service provider of an identity provider. */
export interface ServiceUrls {
  /** Assertion consumer service, which receives the responses of the identity provider. */
  acsURL: string;
  /** Address that starts a login. */
  startURL: string;
  /** Entity id of docgraph, which is also the address of its metadata. */
  entityID: string;
}

/**
 * Returns the addresses for a SAML provider. They are separate for each provider, so that the
 * address identifies the sender of a response.
 */
export function serviceUrls(addresses: Addresses, samlProviderId: string): ServiceUrls {
  return {
    acsURL: addresses.own('saml', samlProviderId, 'acs'),
    startURL: addresses.own('saml', samlProviderId, 'login'),
    entityID: addresses.own('saml', samlProviderId, 'metadata'),
  };
}
