import { SAML, ValidateInResponseTo, type Profile, type SamlConfig } from '@node-saml/node-saml';
import { certificatesIn } from './certificates-in.ts';

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

/** The library, for requests and signatures. What an assertion says, `checkAssertion` reads. */
class SignatureSaml extends SAML {
  protected override processValidlySignedAssertionAsync(xml: string) {
    const nobody = { issuer: '', nameID: '', nameIDFormat: '' };
    const profile: Profile = { ...nobody, getAssertionXml: () => xml };
    return Promise.resolve({ profile, loggedOut: false });
  }
}

/** The library, for one provider. */
export function samlOf({ provider, service }: SamlPeers, options: Partial<SamlConfig>): SAML {
  return new SignatureSaml({
    entryPoint: provider.ssoUrl,
    // Each can have signed it, and each was a certificate when it was stored.
    idpCert: (certificatesIn(provider.certificate) ?? []).map(String),
    issuer: service.entityID,
    callbackUrl: service.acsURL,
    wantAssertionsSigned: true,
    validateInResponseTo: ValidateInResponseTo.never,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...options,
  });
}
