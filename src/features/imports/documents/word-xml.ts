import { decodeXML } from 'entities';

/** Element, or raw text with its entities. */
export type WordNode = WordElement | string;

/** Canonical prefixes by namespace, whatever prefixes a document uses. */
const namespaces: Readonly<Record<string, string>> = {
  ...both('wordprocessingml/2006/main', 'wordprocessingml/main', 'w'),
  ...both('officeDocument/2006/relationships', 'officeDocument/relationships', 'r'),
  ...both('officeDocument/2006/math', 'officeDocument/math', 'm'),
  ...both('drawingml/2006/wordprocessingDrawing', 'drawingml/wordprocessingDrawing', 'wp'),
  ...both('drawingml/2006/main', 'drawingml/main', 'a'),
  ...both('drawingml/2006/picture', 'drawingml/picture', 'pic'),
  ...both('drawingml/2006/chart', 'drawingml/chart', 'c'),
  ...both('drawingml/2006/diagram', 'drawingml/diagram', 'dgm'),
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
};

/** Maps both URIs of a namespace, transitional and strict, to its prefix. */
function both(usual: string, strict: string, prefix: string): Record<string, string> {
  return {
    [`http://schemas.openxmlformats.org/${usual}`]: prefix,
    [`http://purl.oclc.org/ooxml/${strict}`]: prefix,
  };
}

/** Maps the prefixes of a part to canonical ones. An unknown prefix remains unchanged. */
class Prefixes {
  readonly #names = new Map<string, string>();

  declare(attributes: string): void {
    for (const [, name = '', value = ''] of attributes.matchAll(attributePattern)) {
      const [, prefix = ''] = /^xmlns(?::(.+))?$/.exec(name) ?? [];
      if (name.startsWith('xmlns')) this.#names.set(prefix, namespaces[plain(value)] ?? prefix);
    }
  }

  nameOf(written: string): string {
    const colon = written.indexOf(':');
    const prefix = this.#names.get(colon === -1 ? '' : written.slice(0, colon));
    return prefix ? `${prefix}:${written.slice(colon + 1)}` : written;
  }
}

const attributePattern = /([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g;

function plain(quoted: string): string {
  return decodeXML(quoted.slice(1, -1));
}

/** Element of a document part. */
export class WordElement {
  /** Name with the canonical namespace prefix. */
  readonly name: string;
  readonly children: WordNode[] = [];
  readonly #tag: string;
  readonly #attributes: string;
  readonly #prefixes: Prefixes;

  constructor(tag: string, attributes: string, prefixes: Prefixes) {
    this.name = prefixes.nameOf(tag);
    this.#tag = tag;
    this.#attributes = attributes;
    this.#prefixes = prefixes;
  }

  /** Prefix that the document uses for the namespace of the element, with its colon. */
  get prefix(): string {
    return this.#tag.slice(0, this.#tag.indexOf(':') + 1);
  }

  /** Child elements. */
  get elements(): WordElement[] {
    return this.children.filter((child) => child instanceof WordElement);
  }

  /** Returns the first child element with the given name. */
  child(name: string): WordElement | undefined {
    return this.elements.find((element) => element.name === name);
  }

  attribute(name: string): string | undefined {
    for (const [, written = '', value = ''] of this.#attributes.matchAll(attributePattern)) {
      if (written.includes(':') && this.#prefixes.nameOf(written) === name) return plain(value);
      if (written === name) return plain(value);
    }
    return undefined;
  }

  /** Serializes the element with new content, keeping only the accepted attributes. */
  write(inside: string, isKept: (name: string, value: string) => boolean): string {
    const attributes = this.#attributes.replace(attributePattern, (whole, written, value) =>
      isKept(this.#prefixes.nameOf(written), plain(value)) ? whole : '',
    );
    return `<${this.#tag}${attributes}>${inside}</${this.#tag}>`;
  }

  /** Returns all matching descendants. Does not search inside a match. */
  find(matches: (element: WordElement) => boolean): WordElement[] {
    return this.elements.flatMap((element) =>
      matches(element) ? [element] : element.find(matches),
    );
  }

  has(name: string): boolean {
    return this.elements.some((element) => element.name === name || element.has(name));
  }
}

/** Token of XML: markup without content, a tag with its attributes, or text. */
const pieces =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([^\s/>"'=<!?]+)((?:[^>"'/]|\/(?!>)|"[^"]*"|'[^']*')*)(\/?)>|([^<]+)/y;

/**
 * Parses a part and returns its root; undefined for XML that Word would not write. One pass takes a
 * fraction of the memory of a DOM, which the converter builds later.
 */
export function parseWordXml(xml: string): WordElement | undefined {
  const prefixes = new Prefixes();
  const open: WordElement[] = [];
  let root: WordElement | undefined;
  pieces.lastIndex = 0;
  while (pieces.lastIndex < xml.length) {
    const found = pieces.exec(xml);
    if (!found) return undefined;
    const [, data, slash, tag, attributes = '', end, text] = found;
    const parent = open.at(-1);
    if (text !== undefined || data !== undefined) {
      parent?.children.push(text ?? found[0]);
    } else if (tag === undefined) {
      continue;
    } else if (slash === '/') {
      open.pop();
    } else {
      if (attributes.includes('xmlns')) prefixes.declare(attributes);
      const element = new WordElement(tag, attributes, prefixes);
      parent?.children.push(element);
      root ??= element;
      if (end !== '/') open.push(element);
    }
  }
  return open.length === 0 ? root : undefined;
}
