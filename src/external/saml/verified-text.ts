import type { X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { hashAlgorithms, signatureAlgorithms } from './signature-algorithms.ts';

/**
 * Returns the canonical text of a signed element; null if no certificate verifies the signature.
 * Key information in the signature is ignored.
 *
 * @param xml the whole document
 * @param signature of it, in a form that `checkSignatures` accepted
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
      // The signature is not by this certificate.
    }
  }
  return null;
}
