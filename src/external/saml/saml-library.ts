import { X509Certificate } from 'node:crypto';
import { SAML, ValidateInResponseTo, type Profile, type SamlConfig } from '@node-saml/node-saml';

/** An identity provider, and the addresses of this service that belong to it. */
export interface SamlPeers {
  provider: {
    entityId: string;
    ssoUrl: string;
    /** X.509, as PEM or as the Base64 of its DER. */
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
    idpCert: pemOf(provider.certificate),
    issuer: service.entityID,
    callbackUrl: service.acsURL,
    wantAssertionsSigned: true,
    validateInResponseTo: ValidateInResponseTo.never,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...options,
  });
}

function pemOf(certificate: string): string {
  const isPem = certificate.includes('-----BEGIN ');
  return new X509Certificate(isPem ? certificate : Buffer.from(certificate, 'base64')).toString();
}
