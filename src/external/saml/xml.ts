import { DOMParser, onErrorStopParsing, type Document, type Element } from '@xmldom/xmldom';
import { SamlError } from './saml-error.ts';

/** Maximum nesting depth of a response; real ones have about 15. */
const DEPTH_MAX = 40;
/** Maximum number of tags, and of equal signs, in a response; real ones have about 200. */
const SIGNS_MAX = 3000;

const ELEMENT = 1;
const TEXT = 3;

/**
 * Parses XML strictly: elements, attributes and texts only. Comments and processing instructions
 * split texts in ways that parsers treat differently, and a DOCTYPE defines entities.
 *
 * @throws SamlError `not-xml`, `doctype`
 */
export function parseXml(xml: string): Document {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) {
    throw new SamlError('doctype', 'The response has a DOCTYPE, which SAML does not use.');
  }
  // Checked before parsing, which takes more than linear time, since anybody can send a response.
  if (countOf(xml, '<') > SIGNS_MAX || countOf(xml, '=') > SIGNS_MAX) throw unreadable();
  const document = parsed(xml);
  // A list instead of recursion, because the sender controls the depth.
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
    'The response is not plain XML: it may contain elements, attributes and texts only, and of each a reasonable number.',
  );
}

/** Returns the child elements in order. */
export function elementsOf(parent: Element): Element[] {
  return [...parent.childNodes].filter((node): node is Element => node.nodeType === ELEMENT);
}

/** Returns the child elements with the given name. */
export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  return elementsOf(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === namespace,
  );
}

/** Returns all elements with the given name, at any depth and in any namespace. */
export function elementsNamed(document: Document, name: string): Element[] {
  return [...document.getElementsByTagNameNS('*', name)];
}

/** Returns the trimmed text of an element; empty if it is undefined. */
export function textOf(element: Element | undefined): string {
  return (element?.textContent ?? '').trim();
}
