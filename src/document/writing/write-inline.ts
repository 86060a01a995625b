import type {
  AnnotationInline,
  ImageInline,
  Inline,
  LinkInline,
  TagInline,
} from '../document-tree.ts';
import { noteAddress } from '../footnotes.ts';
import { referenceAddress } from '../reference-addresses.ts';
import { escapeHtmlTags, escapeHtmlText, escapeText, htmlAttributes } from './escape-text.ts';
import { writeTagEnd, writeTagStart } from './write-tag.ts';

/** An inline element without content. */
export type VoidElement = Extract<Inline, { isVoid: true }>;
/** An inline element with content. */
export type GroupElement = LinkInline | AnnotationInline | Extract<TagInline, { isVoid: false }>;
type Group = GroupElement | Readonly<Omit<LinkInline, 'nodes'>>;

/** Writes a void inline element as markdown. */
export function writeVoid(inline: VoidElement): string {
  switch (inline.type) {
    case 'emoji':
      return isEmojiName(inline.data.code) ? `:${inline.data.code}:` : emojiTag(inline.data.code);
    case 'inline-math':
      return `$$${padDollars(inline.data.formula)}$$`;
    case 'inline-image':
      return writeImage(inline);
    case 'button':
      return buttonTag(inline.data, escapeInElement(inline.data.label));
    case 'mention':
      return mentionTag(inline.data, escapeInElement);
    case 'tag':
      return writeTagStart(inline.data);
    default:
      return writeHtmlVoid(inline);
  }
}

/** Writes a void inline element within HTML. */
export function writeHtmlVoid(inline: VoidElement): string {
  switch (inline.type) {
    case 'emoji':
      return emojiTag(inline.data.code);
    case 'icon':
      return `<i${htmlAttributes({ class: `fa-${inline.data.icon}` })}></i>`;
    case 'expression':
      return `<code class="expression">${escapeHtmlText(inline.data.expression)}</code>`;
    case 'inline-math':
      return `<span data-tag="math">${escapeHtmlText(inline.data.formula)}</span>`;
    case 'inline-image':
      return imageElement(inline);
    case 'button':
      return buttonTag(inline.data, escapeHtmlText(inline.data.label));
    case 'mention':
      return mentionTag(inline.data, escapeHtmlText);
    case 'tag':
      return escapeHtmlTags(writeTagStart(inline.data));
  }
}

/** Writes an emoji without a name between colons, or next to a letter. */
export function emojiTag(code: string): string {
  return `<span${htmlAttributes({ 'data-tag': 'emoji', 'data-code': code })}></span>`;
}

function isEmojiName(code: string): boolean {
  return /^[a-z0-9+-][a-z0-9_+-]{0,48}$/.test(code) && /[a-z]|^[+-]1$/.test(code);
}

/** A dollar sign at the edge of a formula would be parsed as part of the delimiter. */
function padDollars(formula: string): string {
  const start = formula.startsWith('$') ? ' ' : '';
  return `${start}${formula}${formula.endsWith('$') ? ' ' : ''}`;
}

/** Escapes text within a line, without special neighbors. */
function escapeWithin(text: string, isInBrackets: boolean): string {
  return escapeText(text, {
    isLineStart: false,
    isLineEnd: false,
    isInBrackets,
    hasLinks: true,
    followsNote: false,
    precedesLink: false,
  });
}

const escapeInElement = (text: string) => escapeWithin(text, false);

function buttonTag(
  { ref, kind, icon }: Extract<Inline, { type: 'button' }>['data'],
  label: string,
): string {
  const attributes = { href: referenceAddress(ref), class: `button ${kind}`, 'data-icon': icon };
  return `<a${htmlAttributes(attributes)}>${label}</a>`;
}

function mentionTag(
  { ref }: Extract<Inline, { type: 'mention' }>['data'],
  escape: (text: string) => string,
): string {
  const href = referenceAddress(ref);
  const name = href.split(/[/:]/).findLast((part) => part !== '') ?? '';
  return `<a${htmlAttributes({ href, 'data-mention': true })}>${escape(name)}</a>`;
}

function writeImage(inline: ImageInline): string {
  const { ref, refDark, caption = '', size } = inline.data;
  if (refDark || size) return imageElement(inline);
  return `![${escapeAlt(caption)}](${linkDestination(referenceAddress(ref))})`;
}

/** Escapes the alternative text of an image. */
export function escapeAlt(alt: string): string {
  return escapeWithin(alt, true);
}

function imageElement({ data }: ImageInline): string {
  const { ref, refDark, caption, size } = data;
  const image = htmlAttributes({
    src: referenceAddress(ref),
    alt: caption ?? '',
    'data-size': size,
  });
  return inPicture(`<img${image}>`, refDark && referenceAddress(refDark));
}

/** Wraps an image in a `<picture>` with a dark variant. */
export function inPicture(image: string, dark: string | undefined): string {
  if (dark === undefined) return image;
  const source = htmlAttributes({ srcset: dark, media: '(prefers-color-scheme: dark)' });
  return `<picture><source${source}>${image}</picture>`;
}

/** Writes the start of a link, an annotation or a tag. */
export function groupStart(inline: GroupElement): string {
  if (inline.type === 'tag') return writeTagStart(inline.data);
  return inline.type === 'annotation' && inline.nodes.length === 0 ? '' : '[';
}

/** Writes the end of a link or of annotated text, with the footnote reference. */
export function groupEnd(inline: GroupElement, label: string): string {
  if (inline.type === 'tag') return writeTagEnd(inline.data);
  if (inline.type === 'link') return `](${linkDestination(referenceAddress(inline.data.ref))})`;
  return inline.nodes.length === 0 ? `[^${label}]` : `](${noteAddress(label)})[^${label}]`;
}

/** Writes the start of a link, an annotation or a tag in HTML. */
export function htmlGroupStart(inline: Group, label = ''): string {
  if (inline.type === 'tag') return escapeHtmlTags(writeTagStart(inline.data));
  if (inline.type === 'link')
    return `<a${htmlAttributes({ href: referenceAddress(inline.data.ref) })}>`;
  return `<a${htmlAttributes({ 'data-footnote-ref': true, href: noteAddress(label) })}>`;
}

/** Writes their end in HTML. */
export function htmlGroupEnd(inline: Group): string {
  return inline.type === 'tag' ? writeTagEnd(inline.data) : '</a>';
}

/** Writes an address in the parentheses of a link. */
export function linkDestination(address: string): string {
  // eslint-disable-next-line no-control-regex
  if (/^[^\s<>()\\\u0000-\u001f]+$/.test(address) && !/&#?\w+;/.test(address)) return address;
  const escaped = address
    .replaceAll('\\', '\\\\')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\n\r]/g, (end) => `&#${end.charCodeAt(0)};`);
  return `<${escaped}>`;
}
