import { decodeHTML } from 'entities';

export interface HtmlText {
  name: undefined;
  text: string;
  /** The text as written, with its character references. */
  source: string;
}

export interface HtmlElement {
  name: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
}

export type HtmlNode = HtmlElement | HtmlText;

export interface HtmlTag {
  name: string;
  kind: 'open' | 'close';
  /** Whether the element is void: it cannot have content. */
  isVoid: boolean;
  attributes: Record<string, string>;
}

const tagPattern =
  /<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/y;
const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const voidElements = new Set(['br', 'hr', 'img', 'source', 'col', 'input', 'wbr']);

/** Elements that an element ends implicitly, since HTML allows omitting their end tags. */
const closedBy: Record<string, readonly string[]> = {
  li: ['li'],
  p: ['p'],
  tr: ['td', 'th', 'tr'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tbody: ['thead', 'td', 'th', 'tr'],
};

const htmlDepthMax = 40;

/** Elements that start and end a line of text. */
export const blockElements: ReadonlySet<string> = new Set([
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col', 'caption'],
  ...['figure', 'figcaption', 'div', 'p', 'center', 'section', 'article', 'details', 'summary'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'pre', 'blockquote', 'hr', 'iframe'],
  ...['dl', 'dt', 'dd', 'main', 'header', 'footer', 'nav', 'aside', 'address', 'fieldset'],
]);

/** Elements whose content is not readable text. */
export const unreadElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'svg', 'math', 'head', 'title', 'object'],
  ...['select', 'textarea', 'video', 'audio', 'canvas', 'iframe', 'datalist'],
]);

/** Parses one tag; returns undefined for any other text. */
export function parseHtmlTag(source: string): HtmlTag | undefined {
  return readTag(source, 0)?.tag;
}

/**
 * Parses HTML leniently. Drops an end tag without a start, adds a missing end tag, flattens
 * elements more than 40 levels deep, and omits comments.
 */
export function parseHtml(source: string): HtmlNode[] {
  const root: HtmlNode[] = [];
  const open: HtmlElement[] = [];
  const lastCommentEnd = source.lastIndexOf('-->');
  let position = 0;
  while (position < source.length) {
    const start = source.indexOf('<', position);
    addText(open.at(-1)?.children ?? root, source.slice(position, start < 0 ? undefined : start));
    if (start < 0) break;
    if (source.startsWith('<!--', start) && start + 4 <= lastCommentEnd) {
      position = source.indexOf('-->', start + 4) + 3;
      continue;
    }
    const found = readTag(source, start);
    if (found) addTag(root, open, found.tag);
    else addText(open.at(-1)?.children ?? root, '<');
    position = found?.end ?? start + 1;
  }
  return root;
}

/** Decodes the character references (`&amp;`) in a text. */
export function decodeHtml(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}

/** Returns the text of all nodes, with white space unchanged. */
export function htmlText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => (node.name === undefined ? node.text : htmlText(node.children)))
    .join('');
}

/** Returns the first element with a name, at any depth. */
export function findElement(nodes: readonly HtmlNode[], name: string): HtmlElement | undefined {
  for (const node of nodes) {
    if (node.name === undefined) continue;
    if (node.name === name) return node;
    const found = findElement(node.children, name);
    if (found) return found;
  }
  return undefined;
}

function readTag(source: string, start: number): { tag: HtmlTag; end: number } | undefined {
  tagPattern.lastIndex = start;
  const match = tagPattern.exec(source);
  if (!match?.[2]) return undefined;
  const name = match[2].toLowerCase();
  const tag: HtmlTag = {
    name,
    kind: match[1] === '/' ? 'close' : 'open',
    isVoid: match[4] === '/' || voidElements.has(name),
    attributes: readAttributes(match[3] ?? ''),
  };
  return { tag, end: tagPattern.lastIndex };
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name, double, single, bare] of text.matchAll(attributePattern)) {
    if (name) attributes[name.toLowerCase()] = decodeHtml(double ?? single ?? bare ?? '');
  }
  return attributes;
}

function addTag(root: HtmlNode[], open: HtmlElement[], tag: HtmlTag): void {
  if (tag.kind === 'close') {
    const index = open.findLastIndex((element) => element.name === tag.name);
    if (index >= 0) open.length = index;
    return;
  }
  const closed = closedBy[tag.name];
  while (closed?.includes(open.at(-1)?.name ?? '')) open.pop();
  const element = { name: tag.name, attributes: tag.attributes, children: [] };
  (open.at(-1)?.children ?? root).push(element);
  if (!tag.isVoid && open.length < htmlDepthMax) open.push(element);
}

function addText(nodes: HtmlNode[], text: string): void {
  if (text === '') return;
  const last = nodes.at(-1);
  if (last?.name === undefined && last) {
    last.text += decodeHtml(text);
    last.source += text;
  } else nodes.push({ name: undefined, text: decodeHtml(text), source: text });
}
