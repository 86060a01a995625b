import { defaultTreeAdapter, html, serializeOuter, type DefaultTreeAdapterMap } from 'parse5';

type ParentNode = DefaultTreeAdapterMap['parentNode'];
type Element = DefaultTreeAdapterMap['element'];

/** Minimum side of a drawing in pixels; anything smaller is an icon. */
const DRAWING_SIDE_MIN = 65;

/**
 * Replaces the drawings (SVG) in a page by images with `data:` addresses. Icons and hidden drawings
 * remain, since they are not part of the text.
 */
export function pictureDrawings(parent: ParentNode): void {
  for (const child of parent.childNodes) {
    if (!defaultTreeAdapter.isElementNode(child)) continue;
    if (child.tagName !== 'svg') pictureDrawings(child);
    else if (isDrawing(child)) becomeImage(child);
  }
}

function attributesOf({ attrs }: Element): Map<string, string> {
  return new Map(attrs.map(({ name, value }) => [name, value]));
}

function isDrawing(svg: Element): boolean {
  const attributes = attributesOf(svg);
  const isHidden =
    attributes.has('hidden') ||
    attributes.get('aria-hidden') === 'true' ||
    /display:\s*none|visibility:\s*hidden/i.test(attributes.get('style') ?? '');
  if (isHidden) return false;
  const [, , width = '', height = ''] = (attributes.get('viewBox') ?? '').trim().split(/[\s,]+/);
  const sides = [attributes.get('width') ?? width, attributes.get('height') ?? height];
  const lengths = sides.map((side, index) =>
    Number.parseFloat(side.endsWith('%') ? ([width, height][index] ?? '') : side),
  );
  return lengths.some((length) => length >= DRAWING_SIDE_MIN);
}

function becomeImage(svg: Element): void {
  const attributes = attributesOf(svg);
  const alt = attributes.get('aria-label') ?? titleOf(svg);
  const source = Buffer.from(asXml(serializeOuter(svg))).toString('base64');
  svg.tagName = 'img';
  svg.nodeName = 'img';
  svg.namespaceURI = html.NS.HTML;
  svg.childNodes = [];
  svg.attrs = [
    { name: 'src', value: `data:image/svg+xml;base64,${source}` },
    { name: 'alt', value: alt },
  ];
}

function titleOf(svg: Element): string {
  const title = svg.childNodes.find((node) => node.nodeName === 'title');
  const [text] = title && 'childNodes' in title ? title.childNodes : [];
  return text && defaultTreeAdapter.isTextNode(text) ? text.value.trim() : '';
}

/** Returns a drawing as a standalone document, with the namespaces that HTML omits. */
function asXml(markup: string): string {
  const spaces: string[] = [];
  const [start = ''] = markup.split('>', 1);
  if (!/\sxmlns=/.test(start)) spaces.push(' xmlns="http://www.w3.org/2000/svg"');
  if (!/\sxmlns:xlink=/.test(start)) spaces.push(' xmlns:xlink="http://www.w3.org/1999/xlink"');
  return markup
    .replace('<svg', `<svg${spaces.join('')}`)
    .replaceAll('&nbsp;', '&#160;')
    .replaceAll(/<(br|hr|img|input|wbr)((?:[^>"]|"[^"]*")*)>/g, '<$1$2/>');
}
