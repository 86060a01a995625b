import { decodeXML } from 'entities';

/** An element, or a text as it is written. */
export type WordNode = WordElement | string;

/** How namespaces are called here, whatever a document calls them. */
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

/** A namespace of documents as they are usually written, and of strict ones. */
function both(usual: string, strict: string, prefix: string): Record<string, string> {
  return {
    [`http://schemas.openxmlformats.org/${usual}`]: prefix,
    [`http://purl.oclc.org/ooxml/${strict}`]: prefix,
  };
}

/** The prefixes of a part, as they are called here; one that is not known stays what it is. */
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

/** An element of a part of a document. */
export class WordElement {
  /** With the prefix that its namespace has here. */
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

  /** The prefix that the document has for the namespace of the element, with its colon. */
  get prefix(): string {
    return this.#tag.slice(0, this.#tag.indexOf(':') + 1);
  }

  /** The elements in it. */
  get elements(): WordElement[] {
    return this.children.filter((child) => child instanceof WordElement);
  }

  /** The first element in it with a name. */
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

  /** The element with another inside, and without the attributes that are not kept. */
  write(inside: string, isKept: (name: string, value: string) => boolean): string {
    const attributes = this.#attributes.replace(attributePattern, (whole, written, value) =>
      isKept(this.#prefixes.nameOf(written), plain(value)) ? whole : '',
    );
    return `<${this.#tag}${attributes}>${inside}</${this.#tag}>`;
  }

  /** All elements in it that match, but not those within one that does. */
  find(matches: (element: WordElement) => boolean): WordElement[] {
    return this.elements.flatMap((element) =>
      matches(element) ? [element] : element.find(matches),
    );
  }

  has(name: string): boolean {
    return this.elements.some((element) => element.name === name || element.has(name));
  }
}

/** A piece of XML: what is no element, or a tag with its attributes. */
const pieces =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([^\s/>"'=<!?]+)((?:[^>"'/]|\/(?!>)|"[^"]*"|'[^']*')*)(\/?)>|([^<]+)/y;

/**
 * The root of a part; undefined for what is no XML as Word writes it. It is read in one go, and
 * takes a fraction of the memory that a DOM takes: what converts documents makes one later.
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
