import type { Document, Element } from '@xmldom/xmldom';
import { SamlError } from './saml-error.ts';
import { allowedAlgorithms, namespaces } from './saml-names.ts';
import { childrenOf, elementsNamed, elementsOf } from './xml.ts';

/** Maximum number of transforms: enveloped signature and canonicalization. */
const TRANSFORMS_MAX = 2;

/**
 * Checks the form of a response's signatures before they are verified. The assertion must be
 * signed, the response may be. Each signature must cover exactly its parent element and use secure
 * algorithms (SAML 2.0 core, 5.4).
 *
 * @returns the signature of the assertion
 * @throws SamlError
 */
export function checkSignatures(
  document: Document,
  response: Element,
  assertion: Element,
): Element {
  const [ofAssertion] = signaturesOf(assertion);
  if (!ofAssertion) {
    throw new SamlError('unsigned', 'The assertion is not signed: have the provider sign it.');
  }
  const places = new Set<unknown>();
  for (const signature of elementsNamed(document, 'Signature')) {
    const { parentNode: place } = signature;
    if ((place !== response && place !== assertion) || places.has(place)) throw misplaced();
    places.add(place);
    checkShape(signature, place as Element);
  }
  const ids = [...document.getElementsByTagNameNS('*', '*')].flatMap(idsOf);
  if (new Set(ids).size < ids.length) throw misplaced();
  checkAlgorithms(document);
  return ofAssertion;
}

/** Returns the signatures of an element itself. */
export function signaturesOf(element: Element): Element[] {
  return childrenOf(element, namespaces.signature, 'Signature');
}

/** Requires one reference, to the parent element, and nothing else but a key. */
function checkShape(signature: Element, place: Element): void {
  const parts = elementsOf(signature);
  const isOwn = [signature, ...parts].every((part) => part.namespaceURI === namespaces.signature);
  const names = parts.map(({ localName }) => localName).join(' ');
  const [signedInfo] = parts;
  if (!signedInfo || !isOwn || !/^SignedInfo SignatureValue(?: KeyInfo)?$/.test(names)) {
    throw misplaced();
  }
  const [reference, other] = childrenOf(signedInfo, namespaces.signature, 'Reference');
  const id = place.getAttribute('ID') ?? '';
  if (!reference || other || id === '' || reference.getAttribute('URI') !== `#${id}`) {
    throw misplaced();
  }
  const transforms = childrenOf(reference, namespaces.signature, 'Transforms').flatMap(elementsOf);
  if (transforms.length > TRANSFORMS_MAX) throw misplaced();
}

function checkAlgorithms(document: Document): void {
  for (const [name, allowed] of Object.entries(allowedAlgorithms)) {
    for (const element of elementsNamed(document, name)) {
      if (allowed.includes(element.getAttribute('Algorithm') ?? '')) continue;
      throw new SamlError(
        'algorithm',
        `The ${name} of a signature is not allowed: use RSA or ECDSA with SHA-256, SHA-384 or SHA-512, and exclusive canonicalization.`,
      );
    }
  }
}

function idsOf(element: Element): string[] {
  return ['ID', 'Id', 'id'].flatMap((name) => element.getAttribute(name) ?? []);
}

function misplaced(): SamlError {
  return new SamlError('signature', 'A signature is not where SAML has it, or not of one element.');
}
