import { isEmbedded } from './embedded-images.ts';
import {
  attributeOf,
  elementsOf,
  findElement,
  hasClass,
  isElement,
  textOf,
  type HtmlElement,
  type HtmlParent,
} from './hast.ts';
import { hintStyle } from './hint-style.ts';
import { darkAddress } from './picture-handlers.ts';

/** Columns and rows that a cell of a table may span. */
const CELL_SPAN_MAX = 20;

/** Elements that are no text of a page. */
const dropped = new Set([
  ...['script', 'style', 'noscript', 'template', 'nav', 'footer', 'form', 'button', 'select'],
  ...['textarea', 'dialog', 'svg', 'applet', 'link', 'meta', 'title', 'head'],
]);

const droppedRoles = /^(?:navigation|search|banner|contentinfo|complementary|menu|menubar|dialog)$/;

const droppedClasses =
  /^(?:headerlink|header-anchor|anchorjs-link|heading-anchor|hash-link|breadcrumbs?|pagination-nav|edit-this-page|sr-only|visually-hidden|screen-reader-text|gutter|linenos|lineno|table-of-contents|toc|toc-macro)$/;

/** Takes out of a text what is none, and makes its addresses whole. */
export function cleanContent(parent: HtmlParent, base: URL | undefined): void {
  parent.children = parent.children.filter((child) => {
    if (child.type === 'text') return true;
    return isElement(child) && isContent(child);
  });
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    cleanElement(child, base);
    cleanContent(child, base);
  }
}

function isContent(element: HtmlElement): boolean {
  const { tagName, properties } = element;
  if (dropped.has(tagName) || hasClass(element, droppedClasses)) return false;
  const role = attributeOf(element, 'role');
  if (tagName === 'aside') return hintStyle(element) !== undefined;
  if (tagName === 'img') return imageAddress(properties) !== '';
  if (tagName === 'input') return properties.type === 'checkbox';
  if (droppedRoles.test(role)) return false;
  // The sign beside a heading that leads to it.
  if (tagName === 'a' && /^[#¶§🔗]?$/u.test(textOf(element)) && isOwnAnchor(element)) return false;
  const isHidden = properties.hidden === true || properties.ariaHidden === 'true';
  if (/^(?:p|div)$/.test(tagName) && isPlainTitle(element)) return false;
  // Tabs that are not open are text, and so is what stands in for a formula.
  return !isHidden || role === 'tabpanel';
}

/** The title of a hint that only says which kind it is, as its color does. */
function isPlainTitle(element: HtmlElement): boolean {
  const kinds =
    /^(?:note|info|tip|hint|warning|caution|danger|important|attention|success|error)s?:?$/i;
  return (
    hasClass(element, /(?:admonition|callout|alert|hint).*(?:title|heading)/i) &&
    kinds.test(textOf(element))
  );
}

function isOwnAnchor(element: HtmlElement): boolean {
  const isLink = attributeOf(element, 'href') !== '';
  return isLink && !findElement(element, ({ tagName }) => tagName === 'img');
}

/** Attributes that are an address in some elements. */
const addressNames: Readonly<Record<string, string[]>> = { source: ['srcSet'], object: ['data'] };

function cleanElement(element: HtmlElement, base: URL | undefined): void {
  const { tagName, properties } = element;
  if (tagName === 'div') passOnLanguage(element);
  for (const name of ['colSpan', 'rowSpan']) {
    if (Number(properties[name]) > CELL_SPAN_MAX) properties[name] = CELL_SPAN_MAX;
  }
  if (tagName === 'img') properties.src = imageAddress(properties);
  if (tagName === 'source') properties.srcSet = webAddress(properties);
  for (const name of ['href', 'src', ...(addressNames[tagName] ?? [])]) {
    const value = properties[name];
    if (typeof value !== 'string') continue;
    properties[name] = absoluteAddress(value, base);
  }
}

/** What is around code can say what language it is in. */
function passOnLanguage(element: HtmlElement): void {
  const classes = attributeOf(element, 'className');
  const [, language] = /(?:^|\s)highlight-(?:source-)?([\w+#]+)/.exec(classes) ?? [];
  const code = language && findElement(element, ({ tagName }) => tagName === 'pre');
  if (code) code.properties.dataLang ??= language;
}

/** Where an image is; one that is nowhere else can be written into its address. */
function imageAddress(properties: HtmlElement['properties']): string {
  const { src } = properties;
  const own = typeof src === 'string' && isEmbedded(src.trim()) ? src.trim() : '';
  return webAddress(properties) || own;
}

/** An image that is loaded when it comes into view says elsewhere where it is. */
function webAddress(properties: HtmlElement['properties']): string {
  const { src, dataSrc, dataLazySrc, dataOriginal, srcSet, dataSrcSet } = properties;
  const [address = ''] = [dataSrc, dataLazySrc, dataOriginal, src, srcSet, dataSrcSet].flatMap(
    (value) => {
      const first = Array.isArray(value) ? value[0] : value;
      const text = typeof first === 'string' ? first.trim() : '';
      return text === '' || isEmbedded(text) ? [] : [(text.split(/\s/)[0] ?? '').replace(/,$/, '')];
    },
  );
  return address;
}

/** An address as it is without the page that has it; a place in the page stays one. */
function absoluteAddress(address: string, base: URL | undefined): string {
  const text = address.trim();
  if (text.startsWith('#') || isEmbedded(text) || !base || !URL.canParse(text, base)) return text;
  return new URL(text, base).href;
}

/** The addresses that links of a page lead to, each once. */
export function linksIn(parent: HtmlParent, base: URL | undefined): string[] {
  const links = new Set<string>();
  for (const element of elementsOf(parent)) {
    if (element.tagName !== 'a' && element.tagName !== 'area') continue;
    const isFollowed = !/\bnofollow\b/i.test(attributeOf(element, 'rel'));
    const href = attributeOf(element, 'href').trim();
    if (isFollowed && href !== '' && !href.startsWith('#')) links.add(absoluteAddress(href, base));
  }
  return [...links];
}

/** The addresses of the images of a text, dark variants included, each once. */
export function imagesIn(parent: HtmlParent): string[] {
  const images = [...elementsOf(parent)].map((element) =>
    element.tagName === 'picture' ? (darkAddress(element) ?? '') : imageSource(element),
  );
  return [...new Set(images)].filter((address) => !/^(?:#|$)/.test(address));
}

function imageSource(element: HtmlElement): string {
  return element.tagName === 'img' ? attributeOf(element, 'src') : '';
}
