import type { Document, Element } from '@xmldom/xmldom';
import { SamlError } from './saml-error.ts';
import { allowedAlgorithms, namespaces, SUCCESS } from './saml-names.ts';
import { childrenOf, elementsNamed, textOf } from './xml.ts';

/** What the envelope of a response must say. */
export interface ExpectedEnvelope {
  /** The entity id of the identity provider. */
  issuer: string;
  /** The assertion consumer service. */
  destination: string;
}

/**
 * Checks the shape of a response before anything in it is believed: one response with exactly one
 * assertion, which is its child and is signed, by algorithms that hold. A second one, wherever it
 * hides, is how signatures are wrapped: one is verified, and another is read.
 *
 * @throws SamlError
 */
export function checkStructure(document: Document, expected: ExpectedEnvelope): void {
  const response = document.documentElement;
  if (response?.localName !== 'Response' || response.namespaceURI !== namespaces.protocol) {
    throw new SamlError('not-a-response', 'This is no response of SAML 2.0.');
  }
  requireSuccess(response);
  const assertion = theAssertion(document, response);
  checkEnvelope(response, expected);
  checkSignatures(document, response, assertion);
}

function requireSuccess(response: Element): void {
  const [status] = childrenOf(response, namespaces.protocol, 'Status');
  const [code] = status ? childrenOf(status, namespaces.protocol, 'StatusCode') : [];
  if (code?.getAttribute('Value') === SUCCESS) return;
  throw new SamlError('not-successful', 'The identity provider did not let you log in.');
}

function theAssertion(document: Document, response: Element): Element {
  if (elementsNamed(document, 'EncryptedAssertion').length > 0) {
    throw new SamlError(
      'encrypted',
      'The assertion is encrypted: turn that off at the identity provider.',
    );
  }
  const [assertion, ...others] = elementsNamed(document, 'Assertion');
  const isPlain =
    assertion?.parentNode === response && assertion.namespaceURI === namespaces.assertion;
  if (!assertion || others.length > 0 || !isPlain) {
    throw new SamlError('assertions', 'The response must have exactly one assertion.');
  }
  return assertion;
}

function checkEnvelope(response: Element, { issuer, destination }: ExpectedEnvelope): void {
  if (response.getAttribute('Destination') !== destination) {
    throw new SamlError('destination', `The Destination of the response must be ${destination}.`);
  }
  const issuers = childrenOf(response, namespaces.assertion, 'Issuer');
  if (issuers.some((element) => textOf(element) !== issuer)) {
    throw new SamlError(
      'issuer',
      'The issuer of the response is not the entity id of the provider.',
    );
  }
}

function checkSignatures(document: Document, response: Element, assertion: Element): void {
  if (childrenOf(assertion, namespaces.signature, 'Signature').length === 0) {
    throw new SamlError('unsigned', 'The assertion is not signed: have the provider sign it.');
  }
  const places = new Set<unknown>();
  for (const signature of elementsNamed(document, 'Signature')) {
    const { parentNode } = signature;
    const isPlain = parentNode === response || parentNode === assertion;
    if (!isPlain || places.has(parentNode)) throw wrapped();
    places.add(parentNode);
  }
  const ids = [...document.getElementsByTagNameNS('*', '*')].flatMap(idsOf);
  if (new Set(ids).size < ids.length) throw wrapped();
  for (const [name, allowed] of Object.entries(allowedAlgorithms)) {
    for (const element of elementsNamed(document, name)) {
      if (allowed.includes(element.getAttribute('Algorithm') ?? '')) continue;
      throw new SamlError(
        'algorithm',
        `The ${name} of a signature is not allowed: use RSA with SHA-256 or SHA-512, and exclusive canonicalization.`,
      );
    }
  }
}

function idsOf(element: Element): string[] {
  return ['ID', 'Id', 'id'].flatMap((name) => element.getAttribute(name) ?? []);
}

function wrapped(): SamlError {
  return new SamlError('signature', 'A signature is not where SAML has it, or not of one element.');
}
