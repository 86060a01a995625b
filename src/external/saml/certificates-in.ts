import { X509Certificate } from 'node:crypto';

const PEM_HEADER = '-----BEGIN ';
const pemPattern = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The X.509 certificates in a text: one or several as PEM, as a provider has two while it changes
 * its key; or the Base64 of the DER of one, as the metadata of identity providers have it, with or
 * without line breaks. Null for a text that has anything else.
 */
export function certificatesIn(text: string): X509Certificate[] | null {
  try {
    return encodedIn(text)?.map((encoded) => new X509Certificate(encoded)) ?? null;
  } catch {
    return null;
  }
}

/** Fewest bits of an RSA key that holds. */
const RSA_BITS_MIN = 2048;
/** Curves of the keys that XML signatures are made with: P-256, P-384 and P-521. */
const curves: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/**
 * Whether signatures by the key of a certificate can be verified and believed. Until when it is
 * valid does not matter: it is the key that an admin trusts, and providers sign on for years with
 * certificates that have expired (SAML 2.0 metadata interoperability profile, 2.6.1).
 */
export function hasUsableKey(certificate: X509Certificate): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
    if (type === 'rsa') return (details?.modulusLength ?? 0) >= RSA_BITS_MIN;
    return type === 'ec' && curves.has(details?.namedCurve);
  } catch {
    // A kind of key that is not known here.
    return false;
  }
}

function encodedIn(text: string): (string | Buffer)[] | null {
  if (text.includes(PEM_HEADER)) {
    const count = text.split(PEM_HEADER).length - 1;
    const found = text.match(pemPattern) ?? [];
    return found.length === count ? found : null;
  }
  const bare = text.replaceAll(/\s/g, '');
  return base64Pattern.test(bare) ? [Buffer.from(bare, 'base64')] : null;
}
