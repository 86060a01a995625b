import type { Document, Element } from '@xmldom/xmldom';
import { checkSignatures, signaturesOf } from './check-signatures.ts';
import { SamlError } from './saml-error.ts';
import { namespaces, SUCCESS } from './saml-names.ts';
import { childrenOf, elementsNamed, textOf } from './xml.ts';

/** Values that the envelope of a response must have. */
export interface ExpectedEnvelope {
  /** Entity id of the identity provider. */
  issuer: string;
  /** Assertion consumer service. */
  destination: string;
}

/** Signatures of a response, not yet verified. */
export interface Signatures {
  ofAssertion: Element;
  /** Signature of the envelope; undefined if only the assertion is signed. */
  ofResponse: Element | undefined;
}

/**
 * Checks the structure of a response before any of it is trusted. It must contain exactly one
 * assertion, as a signed child, with secure algorithms. A second one anywhere would allow signature
 * wrapping: one assertion is verified, and another is read.
 *
 * @returns the signatures, which are not verified yet
 * @throws SamlError
 */
export function checkStructure(document: Document, expected: ExpectedEnvelope): Signatures {
  const response = document.documentElement;
  if (response?.localName !== 'Response' || response.namespaceURI !== namespaces.protocol) {
    throw new SamlError('not-a-response', 'This is not a SAML 2.0 response.');
  }
  requireSuccess(response);
  const assertion = theAssertion(document, response);
  checkEnvelope(response, expected);
  const ofAssertion = checkSignatures(document, response, assertion);
  return { ofAssertion, ofResponse: signaturesOf(response)[0] };
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
