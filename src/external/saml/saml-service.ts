import { X509Certificate } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { checkAssertion, type SamlIdentity } from './check-assertion.ts';
import { checkStructure } from './check-structure.ts';
import { SamlError } from './saml-error.ts';
import { parseXml } from './xml.ts';

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

/**
 * Where a browser goes to log in: the address of the identity provider with a request of that id
 * (SAML 2.0 bindings, HTTP-Redirect).
 */
export function loginAddress(peers: SamlPeers, requestId: string): Promise<string> {
  return samlOf(peers, requestId).getAuthorizeUrlAsync('', undefined, {});
}

/** What an identity provider needs to know of this service, as XML (SAML 2.0 metadata). */
export function serviceMetadata({ entityID, acsURL }: SamlPeers['service']): string {
  const options = { issuer: entityID, callbackUrl: acsURL, idpCert: 'none' };
  return new SAML({
    ...options,
    generateUniqueId: () => '_docgraph',
  }).generateServiceProviderMetadata(null, null);
}

/**
 * Who somebody is, by a response of their identity provider (SAML 2.0 profiles, web browser SSO).
 * The library verifies the signature; all that it lets pass beside that is checked here, on nothing
 * but the text that was signed. That the request was ours and is answered once, the caller checks.
 *
 * @param encoded the response, in Base64
 * @throws SamlError when it is not to be believed
 */
export async function readResponse(
  peers: SamlPeers,
  encoded: string,
  now: Date,
): Promise<SamlIdentity> {
  const { entityId: issuer } = peers.provider;
  const { acsURL, entityID: audience } = peers.service;
  checkStructure(parseXml(decoded(encoded)), { issuer, destination: acsURL });
  const signed = parseXml(await verifiedAssertion(peers, encoded)).documentElement;
  if (!signed) throw badSignature();
  return checkAssertion(signed, { issuer, audience, recipient: acsURL, now });
}

function decoded(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlError('not-xml', 'The response is no XML in UTF-8.');
  }
}

async function verifiedAssertion(peers: SamlPeers, encoded: string): Promise<string> {
  try {
    const saml = samlOf(peers, '_');
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    return profile?.getAssertionXml?.() ?? '';
  } catch {
    throw badSignature();
  }
}

function badSignature(): SamlError {
  return new SamlError(
    'signature',
    'The signature is not of the certificate of the provider, or what it signs was changed.',
  );
}

/** The library, for signatures and requests; all else is checked by `checkAssertion`. */
function samlOf({ provider, service }: SamlPeers, requestId: string): SAML {
  return new SAML({
    entryPoint: provider.ssoUrl,
    idpCert: pemOf(provider.certificate),
    issuer: service.entityID,
    callbackUrl: service.acsURL,
    audience: false,
    acceptedClockSkewMs: -1,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
  });
}

function pemOf(certificate: string): string {
  const isPem = certificate.includes('-----BEGIN ');
  return new X509Certificate(isPem ? certificate : Buffer.from(certificate, 'base64')).toString();
}
