import type { X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { hashAlgorithms, signatureAlgorithms } from './signature-algorithms.ts';

/**
 * The text of the element that a signature signs, in its canonical form; null where none of the
 * certificates verifies it. What the signature itself says of its key is worth nothing.
 *
 * @param xml the whole document
 * @param signature of it, in a shape that `checkSignatures` found to be right
 */
export function verifiedText(
  xml: string,
  signature: Element,
  certificates: readonly X509Certificate[],
): string | null {
  for (const certificate of certificates) {
    const signed = new SignedXml({
      publicCert: certificate.toString(),
      getCertFromKeyInfo: () => null,
    });
    signed.SignatureAlgorithms = signatureAlgorithms;
    signed.HashAlgorithms = hashAlgorithms;
    try {
      signed.loadSignature(signature as unknown as Node);
      const [text, other] = signed.checkSignature(xml) ? signed.getSignedReferences() : [];
      if (text !== undefined && other === undefined) return text;
    } catch {
      // It is not of this certificate.
    }
  }
  return null;
}
