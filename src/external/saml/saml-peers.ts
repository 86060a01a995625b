/** An identity provider, and the addresses of this service that belong to it. */
export interface SamlPeers {
  provider: {
    entityId: string;
    ssoUrl: string;
    /** X.509, one or several as PEM, or the Base64 of its DER. */
    certificate: string;
  };
  service: { entityID: string; acsURL: string };
}
