import { createHash, createPublicKey, verify, type KeyLike } from 'node:crypto';
import type { HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';
import { algorithms } from './saml-names.ts';

/** Signature verification algorithms, by name. */
export const signatureAlgorithms = tableOf(algorithms.signatures, verifier);

/** Digest algorithms, by name. */
export const hashAlgorithms = tableOf(algorithms.digests, hasher);

function tableOf<Meaning, Algorithm>(
  meanings: Readonly<Record<string, Meaning>>,
  algorithmOf: (name: string, meaning: Meaning) => Algorithm,
): Record<string, Algorithm> {
  return Object.fromEntries(
    Object.entries(meanings).map(([name, meaning]) => [name, algorithmOf(name, meaning)]),
  );
}

/** Returns a verifier for one type of key, so that a key is used only as its certificate states. */
function verifier(
  name: string,
  { keyType, hash }: { keyType: string; hash: string },
): new () => SignatureAlgorithm {
  return class {
    getAlgorithmName = () => name;

    getSignature(): never {
      throw new Error('Responses are signed by identity providers only.');
    }

    verifySignature(material: string, given: KeyLike, value: string): boolean {
      const key = createPublicKey(given);
      if (key.asymmetricKeyType !== keyType) return false;
      // In XML, an elliptic curve signature is the concatenation of its two numbers.
      const how = { key, dsaEncoding: 'ieee-p1363' } as const;
      return verify(hash, Buffer.from(material), how, Buffer.from(value, 'base64'));
    }
  };
}

function hasher(name: string, hash: string): new () => HashAlgorithm {
  return class {
    getAlgorithmName = () => name;
    getHash = (xml: string) => createHash(hash).update(xml).digest('base64');
  };
}
