import { defaultTreeAdapter, html, serializeOuter, type DefaultTreeAdapterMap } from 'parse5';

type ParentNode = DefaultTreeAdapterMap['parentNode'];
type Element = DefaultTreeAdapterMap['element'];

/** Side of what is no sign beside a text, but a drawing, in pixels. */
const DRAWING_SIDE_MIN = 65;

/**
 * Makes images of the drawings in a page (SVG), so that they are taken like those written into an
 * address. Signs, which are small, and what is hidden stay what they are: no text.
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

/** A drawing as a document of its own: what HTML leaves out is said. */
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
