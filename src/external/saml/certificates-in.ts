import { X509Certificate } from 'node:crypto';

const PEM_HEADER = '-----BEGIN ';
const pemPattern = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Parses the X.509 certificates in a text. It is one or more in PEM, since a provider has two
 * during a key change, or the Base64 DER of one, as in metadata of identity providers. Returns null
 * for any other text.
 */
export function certificatesIn(text: string): X509Certificate[] | null {
  try {
    return encodedIn(text)?.map((encoded) => new X509Certificate(encoded)) ?? null;
  } catch {
    return null;
  }
}

/** Minimum size of a secure RSA key, in bits. */
const RSA_BITS_MIN = 2048;
/** Curves of keys for XML signatures: P-256, P-384 and P-521. */
const curves: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/**
 * Checks whether a certificate's key can verify signatures securely. The expiry is ignored: admins
 * trust the key, and providers keep signing with expired certificates (SAML 2.0 metadata
 * interoperability profile, 2.6.1).
 */
export function hasUsableKey(certificate: X509Certificate): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
    if (type === 'rsa') return (details?.modulusLength ?? 0) >= RSA_BITS_MIN;
    return type === 'ec' && curves.has(details?.namedCurve);
  } catch {
    // Unsupported type of key.
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
