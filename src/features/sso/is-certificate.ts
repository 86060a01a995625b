import { X509Certificate } from 'node:crypto';

const PEM_HEADER = '-----BEGIN ';
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Whether a text is an X.509 certificate: PEM, or the Base64 of its DER as the metadata of identity
 * providers have it, with or without line breaks.
 */
export function isCertificate(text: string): boolean {
  const bare = text.replaceAll(/\s/g, '');
  if (!text.includes(PEM_HEADER) && !base64Pattern.test(bare)) return false;
  try {
    const encoded = text.includes(PEM_HEADER) ? text : Buffer.from(bare, 'base64');
    return new X509Certificate(encoded).raw.length > 0;
  } catch {
    return false;
  }
}
