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

function encodedIn(text: string): (string | Buffer)[] | null {
  if (text.includes(PEM_HEADER)) {
    const count = text.split(PEM_HEADER).length - 1;
    const found = text.match(pemPattern) ?? [];
    return found.length === count ? found : null;
  }
  const bare = text.replaceAll(/\s/g, '');
  return base64Pattern.test(bare) ? [Buffer.from(bare, 'base64')] : null;
}
