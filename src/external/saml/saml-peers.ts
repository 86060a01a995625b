/** Identity provider, with the addresses of this service for it. */
export interface SamlPeers {
  provider: {
    entityId: string;
    ssoUrl: string;
    /** X.509: one or more in PEM, or the Base64 of its DER. */
    certificate: string;
  };
  service: { entityID: string; acsURL: string };
}
