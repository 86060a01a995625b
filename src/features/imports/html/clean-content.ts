import { isEmbedded } from './embedded-images.ts';
import {
  attributeOf,
  descendantsOf,
  findDescendant,
  hasClass,
  isElement,
  collapsedText,
  type HastElement,
  type HastParent,
} from './hast.ts';
import { hintStyle } from './hint-style.ts';
import { darkAddress } from './picture-handlers.ts';

/** Maximum column and row span of a table cell. */
const CELL_SPAN_MAX = 20;

/** Elements that are never part of a page's text. */
const dropped = new Set([
  ...['script', 'style', 'noscript', 'template', 'nav', 'footer', 'form', 'button', 'select'],
  ...['textarea', 'dialog', 'svg', 'applet', 'link', 'meta', 'title', 'head'],
]);

const droppedRoles = /^(?:navigation|search|banner|contentinfo|complementary|menu|menubar|dialog)$/;

const droppedClasses =
  /^(?:headerlink|header-anchor|anchorjs-link|heading-anchor|hash-link|breadcrumbs?|pagination-nav|edit-this-page|sr-only|visually-hidden|screen-reader-text|gutter|linenos|lineno|table-of-contents|toc|toc-macro)$/;

/** Removes elements that are not text, and makes addresses absolute. */
export function cleanContent(parent: HastParent, base: URL | undefined): void {
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

function isContent(element: HastElement): boolean {
  const { tagName, properties } = element;
  if (dropped.has(tagName) || hasClass(element, droppedClasses)) return false;
  const role = attributeOf(element, 'role');
  if (tagName === 'aside') return hintStyle(element) !== undefined;
  if (tagName === 'img') return imageAddress(properties) !== '';
  if (tagName === 'input') return properties.type === 'checkbox';
  if (droppedRoles.test(role)) return false;
  // Permalink sign beside a heading.
  if (tagName === 'a' && /^[#¶§🔗]?$/u.test(collapsedText(element)) && isOwnAnchor(element))
    return false;
  const isHidden = properties.hidden === true || properties.ariaHidden === 'true';
  if (/^(?:p|div)$/.test(tagName) && isPlainTitle(element)) return false;
  // Inactive tabs and fallbacks of formulas are text as well.
  return !isHidden || role === 'tabpanel';
}

/** Checks whether a hint's title only repeats its kind, which the style shows already. */
function isPlainTitle(element: HastElement): boolean {
  const kinds =
    /^(?:note|info|tip|hint|warning|caution|danger|important|attention|success|error)s?:?$/i;
  return (
    hasClass(element, /(?:admonition|callout|alert|hint).*(?:title|heading)/i) &&
    kinds.test(collapsedText(element))
  );
}

function isOwnAnchor(element: HastElement): boolean {
  const isLink = attributeOf(element, 'href') !== '';
  return isLink && !findDescendant(element, ({ tagName }) => tagName === 'img');
}

/** Attributes that contain an address in some elements. */
const addressNames: Readonly<Record<string, string[]>> = { source: ['srcSet'], object: ['data'] };

function cleanElement(element: HastElement, base: URL | undefined): void {
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

/** Copies the language from an element around code to the code. */
function passOnLanguage(element: HastElement): void {
  const classes = attributeOf(element, 'className');
  const [, language] = /(?:^|\s)highlight-(?:source-)?([\w+#]+)/.exec(classes) ?? [];
  const code = language && findDescendant(element, ({ tagName }) => tagName === 'pre');
  if (code) code.properties.dataLang ??= language;
}

/** Returns the address of an image. A `data:` address is used only if there is no other. */
function imageAddress(properties: HastElement['properties']): string {
  const { src } = properties;
  const own = typeof src === 'string' && isEmbedded(src.trim()) ? src.trim() : '';
  return webAddress(properties) || own;
}

/** Returns the web address of an image. Lazy-loaded images have it in other attributes. */
function webAddress(properties: HastElement['properties']): string {
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

/** Makes an address absolute. A bare fragment remains unchanged. */
function absoluteAddress(address: string, base: URL | undefined): string {
  const text = address.trim();
  if (text.startsWith('#') || isEmbedded(text) || !base || !URL.canParse(text, base)) return text;
  return new URL(text, base).href;
}

/** Returns the distinct addresses that the links of a page point to. */
export function linksIn(parent: HastParent, base: URL | undefined): string[] {
  const links = new Set<string>();
  for (const element of descendantsOf(parent)) {
    if (element.tagName !== 'a' && element.tagName !== 'area') continue;
    const isFollowed = !/\bnofollow\b/i.test(attributeOf(element, 'rel'));
    const href = attributeOf(element, 'href').trim();
    if (isFollowed && href !== '' && !href.startsWith('#')) links.add(absoluteAddress(href, base));
  }
  return [...links];
}

/** Returns the distinct addresses of the images in a text, dark variants included. */
export function imagesIn(parent: HastParent): string[] {
  const images = [...descendantsOf(parent)].map((element) =>
    element.tagName === 'picture' ? (darkAddress(element) ?? '') : imageSource(element),
  );
  return [...new Set(images)].filter((address) => !/^(?:#|$)/.test(address));
}

function imageSource(element: HastElement): string {
  return element.tagName === 'img' ? attributeOf(element, 'src') : '';
}
