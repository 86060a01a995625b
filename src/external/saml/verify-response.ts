import { checkAssertion, type SamlIdentity } from './check-assertion.ts';
import { checkStructure } from './check-structure.ts';
import { SamlError } from './saml-error.ts';
import { samlOf, type SamlPeers } from './saml-library.ts';
import { parseXml } from './xml.ts';

const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** A response, and what it must be of. */
export interface ResponseTask {
  peers: SamlPeers;
  /** In Base64. */
  encoded: string;
  now: Date;
}

/**
 * Who somebody is, by a response of their identity provider (SAML 2.0 profiles, web browser SSO).
 * The library verifies the signature; all that it lets pass beside that is checked here, on nothing
 * but the text that was signed.
 *
 * @throws SamlError when it is not to be believed
 */
export async function verifyResponse({ peers, encoded, now }: ResponseTask): Promise<SamlIdentity> {
  const { entityId: issuer } = peers.provider;
  const { acsURL, entityID: audience } = peers.service;
  const xml = decoded(encoded);
  const isSigned = checkStructure(parseXml(xml), { issuer, destination: acsURL });
  const signed = parseXml(await verifiedAssertion(peers, xml, isSigned)).documentElement;
  if (!signed) throw badSignature();
  return checkAssertion(signed, { issuer, audience, recipient: acsURL, now });
}

function decoded(encoded: string): string {
  const bare = encoded.replaceAll(/[ \t\r\n]/g, '');
  if (bare.length % 4 > 0 || !base64Pattern.test(bare)) {
    throw new SamlError('not-xml', 'The response is not in Base64.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bare, 'base64'));
  } catch {
    throw new SamlError('not-xml', 'The response is no XML in UTF-8.');
  }
}

/** What was signed, and nothing else. A response that is signed itself must be so rightly. */
async function verifiedAssertion(
  peers: SamlPeers,
  xml: string,
  isSigned: boolean,
): Promise<string> {
  try {
    const saml = samlOf(peers, { wantAuthnResponseSigned: isSigned });
    // The text that was checked, byte for byte, however it came.
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
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
