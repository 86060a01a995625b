import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterMap } from 'parse5';

type Element = DefaultTreeAdapterMap['element'];
type Node = DefaultTreeAdapterMap['childNode'];

/** Printable drawing, with its displayed size in pixels. */
export interface PrintableSvg {
  svg: string;
  width: number;
  height: number;
}

const BYTES_MAX = 2_000_000;
const DEPTH_MAX = 60;

/** Maximum number of drawn elements; reused elements count each time. */
const DRAWN_MAX = 20_000;

/** Default size of a drawing, as in browsers. */
const DEFAULT_SIZE = { width: 300, height: 150 };

/** Allowed elements. Images, scripts, links, videos and unknown elements are omitted. */
const drawn = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style', 'switch'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'marker', 'pattern', 'mask'],
]);

export function isSvg(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4096))
    .toString()
    .replace(/^\uFEFF/, '');
  return /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!doctype\s[^>]*>\s*)*<svg[\s>]/i.test(start);
}

/**
 * Converts a drawing to XML of known elements without external references. Otherwise returns the
 * reason why it cannot be printed. Only drawing it shows whether the renderer supports it.
 */
export function printableSvg(bytes: Uint8Array): PrintableSvg | { problem: string } {
  if (bytes.length > BYTES_MAX) return { problem: 'it is too large a drawing' };
  const { childNodes } = parseFragment(Buffer.from(bytes).toString(), { scriptingEnabled: false });
  const root = childNodes.find((node) => isElement(node) && node.tagName === 'svg');
  if (!root || !isElement(root)) return { problem: 'it is damaged' };
  const size = sizeOf(root);
  if (!size) return { problem: 'it is damaged' };
  if (!isSmall(root)) return { problem: 'it has too many elements' };
  root.attrs = root.attrs.filter(({ name }) => !/^(?:width|height|viewBox|xmlns)$/.test(name));
  const { width, height, viewBox } = size;
  root.attrs.push(
    { name: 'xmlns', value: 'http://www.w3.org/2000/svg' },
    { name: 'width', value: String(width) },
    { name: 'height', value: String(height) },
    { name: 'viewBox', value: viewBox.join(' ') },
  );
  return { svg: xmlOf(root), width, height };
}

function isElement(node: Node): node is Element {
  return defaultTreeAdapter.isElementNode(node);
}

function attribute({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name, prefix }) => !prefix && name === wanted)?.value;
}

/** Returns the size and the view box of a drawing. */
function sizeOf(root: Element): { width: number; height: number; viewBox: number[] } | undefined {
  const box = (attribute(root, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const shown = box.length === 4 && box.every(Number.isFinite) ? box : undefined;
  const [ownWidth, ownHeight] = [shown?.[2], shown?.[3]];
  const ratio = ownWidth && ownHeight ? ownWidth / ownHeight : undefined;
  let width = lengthOf(attribute(root, 'width'));
  let height = lengthOf(attribute(root, 'height'));
  if (ratio !== undefined) {
    width ??= height === undefined ? ownWidth : height * ratio;
    height ??= width === undefined ? ownHeight : width / ratio;
  }
  width ??= DEFAULT_SIZE.width;
  height ??= DEFAULT_SIZE.height;
  const isSize = [width, height].every((one) => one >= 1 && one <= 100_000);
  return isSize ? { width, height, viewBox: shown ?? [0, 0, width, height] } : undefined;
}

const pixels: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, pt: 4 / 3, pc: 16, em: 16, ex: 8 },
  ...{ in: 96, cm: 96 / 2.54, mm: 96 / 25.4 },
};

/** Returns a length in pixels; undefined for a relative length. */
function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] =
    /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(text ?? '') ?? [];
  const factor = pixels[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

/** Checks that a drawing is finite and small: reused elements can reuse others, and themselves. */
function isSmall(root: Element): boolean {
  const byId = new Map<string, Element>();
  const collect = (element: Element, depth: number): boolean => {
    if (depth > DEPTH_MAX) return false;
    const id = attribute(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    return element.childNodes.filter(isElement).every((child) => collect(child, depth + 1));
  };
  if (!collect(root, 1)) return false;
  const counts = new Map<Element, number>();
  const count = (element: Element): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    // Guards against cycles.
    counts.set(element, Infinity);
    const below = element.childNodes.filter(isElement).filter(({ tagName }) => drawn.has(tagName));
    const used = usedBy(element).flatMap((id) => byId.get(id) ?? []);
    const sum = [...below, ...used].reduce((total, one) => total + count(one), 1);
    counts.set(element, sum);
    return sum;
  };
  return count(root) <= DRAWN_MAX;
}

/** Returns the ids of the elements that an element uses. */
function usedBy({ tagName, attrs }: Element): string[] {
  return attrs.flatMap(({ name, value }) => {
    if (name === 'href') return tagName === 'use' ? value.replace(/^#/, '') : [];
    return [...value.matchAll(/url\(\s*["']?#([^"')]+)/gi)].map(([, id]) => id?.trim() ?? '');
  });
}

function xmlOf({ tagName, attrs, childNodes }: Element): string {
  const attributes = attrs.filter(isPlain).map(({ name, prefix, value }) => {
    return ` ${prefix ? `${prefix}:` : ''}${name}="${escapeXml(value)}"`;
  });
  const content = childNodes.map((node) => {
    if (defaultTreeAdapter.isTextNode(node)) return escapeXml(node.value);
    return isElement(node) && drawn.has(node.tagName) ? xmlOf(node) : '';
  });
  return `<${tagName}${attributes.join('')}>${content.join('')}</${tagName}>`;
}

/** Checks that an attribute is valid XML, not an event handler, and has no external reference. */
function isPlain({ name, prefix, value }: Element['attrs'][number]): boolean {
  if (!/^[a-z][\w.-]*$/i.test(name) || /^on/i.test(name)) return false;
  if (prefix && prefix !== 'xlink' && prefix !== 'xml') return false;
  if (name === 'href') return value.startsWith('#');
  return !/url\(\s*["']?(?!["'#\s])/i.test(value);
}

function escapeXml(text: string): string {
  return (
    text
      // XML cannot represent these characters.
      .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
