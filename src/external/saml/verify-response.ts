import type { Element } from '@xmldom/xmldom';
import { certificatesIn } from './certificates-in.ts';
import { checkAssertion, type SamlIdentity } from './check-assertion.ts';
import { checkStructure, type Signatures } from './check-structure.ts';
import { SamlError } from './saml-error.ts';
import type { SamlPeers } from './saml-peers.ts';
import { verifiedText } from './verified-text.ts';
import { parseXml } from './xml.ts';

const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** Response, with the parties that it must match. */
export interface ResponseTask {
  peers: SamlPeers;
  /** Response in Base64. */
  encoded: string;
  now: Date;
}

/**
 * Returns the identity in a response of an identity provider (SAML 2.0 profiles, web browser SSO).
 * The library verifies only signatures; all other checks are done here, on nothing but the signed
 * text.
 *
 * @throws SamlError when it is rejected
 */
export function verifyResponse({ peers, encoded, now }: ResponseTask): SamlIdentity {
  const { entityId: issuer } = peers.provider;
  const { acsURL, entityID: audience } = peers.service;
  const xml = decoded(encoded);
  const signatures = checkStructure(parseXml(xml), { issuer, destination: acsURL });
  const signed = signedAssertion(xml, signatures, peers.provider.certificate);
  return checkAssertion(signed, { issuer, audience, recipient: acsURL, now });
}

function decoded(encoded: string): string {
  const bare = encoded.replaceAll(/[ \t\r\n]/g, '');
  if (bare.length % 4 > 0 || !base64Pattern.test(bare)) {
    throw new SamlError('not-xml', 'The response is not in Base64.');
  }
  try {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bare, 'base64'));
    // XML normalizes line breaks to this one.
    return xml.replaceAll(/\r\n?/g, '\n');
  } catch {
    throw new SamlError('not-xml', 'The response is not XML in UTF-8.');
  }
}

/**
 * Returns exactly the signed assertion. If the response is signed too, that signature must be
 * valid.
 */
function signedAssertion(
  xml: string,
  { ofAssertion, ofResponse }: Signatures,
  certificate: string,
): Element {
  const certificates = certificatesIn(certificate) ?? [];
  const verified = (signature: Element) => verifiedText(xml, signature, certificates);
  if (ofResponse && verified(ofResponse) === null) throw badSignature();
  const text = verified(ofAssertion);
  const signed = text === null ? null : parseXml(text).documentElement;
  if (!signed) throw badSignature();
  return signed;
}

function badSignature(): SamlError {
  return new SamlError(
    'signature',
    'The signature is not of the certificate of the provider, or what it signs was changed.',
  );
}
