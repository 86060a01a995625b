import { DOMParser, onErrorStopParsing, type Document, type Element } from '@xmldom/xmldom';
import { SamlError } from './saml-error.ts';

/** Deepest nesting of a response; real ones have about 15. */
const DEPTH_MAX = 40;
/** Most tags, and most equal signs, of a response; real ones have about 200. */
const SIGNS_MAX = 3000;

const ELEMENT = 1;
const TEXT = 3;

/**
 * Reads XML strictly: nothing but elements, attributes and texts. Comments and processing
 * instructions split texts where readers differ, a DOCTYPE defines entities.
 *
 * @throws SamlError `not-xml`, `doctype`
 */
export function parseXml(xml: string): Document {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) {
    throw new SamlError('doctype', 'The response has a DOCTYPE, which SAML does not use.');
  }
  // Before it is parsed: that takes more than linear time, and anybody can send it.
  if (countOf(xml, '<') > SIGNS_MAX || countOf(xml, '=') > SIGNS_MAX) throw unreadable();
  const document = parsed(xml);
  // A list in place of a recursion: how deep it goes, whoever sends it decides.
  const waiting = [{ node: document.documentElement, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!next.node || next.depth > DEPTH_MAX) throw unreadable();
    for (const child of next.node.childNodes) {
      if (child.nodeType === ELEMENT) {
        waiting.push({ node: child as Element, depth: next.depth + 1 });
      } else if (child.nodeType !== TEXT) {
        throw unreadable();
      }
    }
  }
  return document;
}

function countOf(text: string, sign: string): number {
  return text.split(sign, SIGNS_MAX + 2).length - 1;
}

function parsed(xml: string): Document {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml');
  } catch {
    throw unreadable();
  }
}

function unreadable(): SamlError {
  return new SamlError(
    'not-xml',
    'The response is no plain XML: it may have elements, attributes and texts only, and of each a reasonable number.',
  );
}

/** The elements in an element, in order, without those inside them. */
export function elementsOf(parent: Element): Element[] {
  return [...parent.childNodes].filter((node): node is Element => node.nodeType === ELEMENT);
}

/** Those with that name. */
export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  return elementsOf(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === namespace,
  );
}

/** All elements with that name, at any depth and in any namespace. */
export function elementsNamed(document: Document, name: string): Element[] {
  return [...document.getElementsByTagNameNS('*', name)];
}

/** The text of an element, without the space around it; empty for none. */
export function textOf(element: Element | undefined): string {
  return (element?.textContent ?? '').trim();
}
