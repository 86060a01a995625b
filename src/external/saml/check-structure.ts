import type { Document, Element } from '@xmldom/xmldom';
import { checkSignatures, signaturesOf } from './check-signatures.ts';
import { SamlError } from './saml-error.ts';
import { namespaces, SUCCESS } from './saml-names.ts';
import { childrenOf, elementsNamed, textOf } from './xml.ts';

/** What the envelope of a response must say. */
export interface ExpectedEnvelope {
  /** The entity id of the identity provider. */
  issuer: string;
  /** The assertion consumer service. */
  destination: string;
}

/** What is signed of a response, as it says itself. */
export interface Signatures {
  ofAssertion: Element;
  /** Of the envelope; undefined where only the assertion is signed. */
  ofResponse: Element | undefined;
}

/**
 * Checks the shape of a response before anything in it is believed: one response with exactly one
 * assertion, which is its child and is signed, by algorithms that hold. A second one, wherever it
 * hides, is how signatures are wrapped: one is verified, and another is read.
 *
 * @returns the signatures, which are not verified yet
 * @throws SamlError
 */
export function checkStructure(document: Document, expected: ExpectedEnvelope): Signatures {
  const response = document.documentElement;
  if (response?.localName !== 'Response' || response.namespaceURI !== namespaces.protocol) {
    throw new SamlError('not-a-response', 'This is no response of SAML 2.0.');
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
