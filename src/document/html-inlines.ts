import { withoutEmpty } from '../lib/without-empty.ts';
import { createImageReference, createReference } from './content-references.ts';
import type { ConversionContext } from './content-references.ts';
import { createMark } from './document-nodes.ts';
import { palette } from './document-tree.ts';
import type {
  AnnotationInline,
  Color,
  ImageInline,
  Inline,
  SimpleMarkType,
  TextMark,
} from './document-tree.ts';
import { createAnnotation, noteLabel } from './footnotes.ts';
import { InlineBuilder } from './inline-builder.ts';
import { findLineTags, splitAtTags } from './inline-tags.ts';
import { decodeHtml, findElement, htmlText } from './html-tree.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';

const simpleMarks: Record<string, SimpleMarkType> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  code: 'code',
  tt: 'code',
  samp: 'code',
  kbd: 'keyboard',
  s: 'strikethrough',
  del: 'strikethrough',
  strike: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
};

/** Elements whose style the tree cannot express; only their content is used. */
const plainElements = new Set([
  ...['u', 'small', 'big', 'font', 'span', 'ins', 'picture', 'source', 'wbr', 'abbr', 'acronym'],
  ...['bdi', 'bdo', 'button', 'cite', 'data', 'dfn', 'label', 'output', 'q', 'ruby', 'rb', 'rt'],
  ...['rp', 'time', 'var', 'nobr'],
]);

const inlineElements = new Set([
  ...Object.keys(simpleMarks),
  ...plainElements,
  'a',
  'br',
  'img',
  'mark',
  'input',
]);

/** Checks whether the tree represents only the content of an element. */
export function isPlainElement(name: string): boolean {
  return plainElements.has(name);
}

/** Checks whether an element is inline and supported. */
export function isInlineElement(name: string): boolean {
  return inlineElements.has(name);
}

/** Returns the mark of an element's content. */
export function htmlMark({ name, attributes }: Pick<HtmlElement, 'name' | 'attributes'>) {
  const type = simpleMarks[name];
  if (type) return createMark(type);
  const colored = name === 'mark' || (name === 'span' && attributes.style?.includes('color'));
  return colored ? colorMark(name, attributes.style ?? '') : undefined;
}

function colorMark(name: string, style: string): TextMark {
  const text = styleColor(style, /(?:^|;)\s*color\s*:\s*([^;]+)/i);
  const background = styleColor(style, /(?:^|;)\s*background(?:-color)?\s*:\s*([^;]+)/i);
  const unstyled = name === 'mark' && !text && !background;
  return {
    object: 'mark',
    type: 'color',
    data: { text: text ?? 'default', background: background ?? (unstyled ? 'yellow' : 'default') },
  };
}

function styleColor(style: string, pattern: RegExp): Color | undefined {
  const value = pattern.exec(style)?.[1]?.trim().toLowerCase();
  return palette.find((color) => color === value || color === `$${value}`);
}

/**
 * Converts an element that is a unit (icon, button, mention, expression), including its content;
 * returns undefined for others.
 */
export function wholeInline(element: HtmlElement, context: ConversionContext): Inline | undefined {
  const { name, attributes } = element;
  const classes = attributes.class ?? '';
  if (name === 'i' && /(?:^|\s)fa-/.test(classes)) {
    const icon = /(?:^|\s)fa-([\w-]+)/.exec(classes)?.[1] ?? '';
    return { object: 'inline', type: 'icon', isVoid: true, data: { icon } };
  }
  if (name === 'span' && 'data-tag' in attributes) return taggedInline(element);
  if (name === 'code' && classes === 'expression') {
    const expression = htmlText(element.children);
    return { object: 'inline', type: 'expression', isVoid: true, data: { expression } };
  }
  if (name !== 'a' || !attributes.href) return undefined;
  if (/(?:^|\s)button(?:\s|$)/.test(classes)) return createButton(element, context);
  if (!('data-mention' in attributes)) return undefined;
  const ref = createReference(attributes.href, context);
  return ref && { object: 'inline', type: 'mention', isVoid: true, data: { ref } };
}

/** Converts `<span data-tag="emoji" data-code="…">` and `<span data-tag="math">…</span>`. */
function taggedInline({ attributes, children }: HtmlElement): Inline | undefined {
  const { 'data-tag': tag, 'data-code': code } = attributes;
  if (tag === 'emoji' && code) {
    return { object: 'inline', type: 'emoji', isVoid: true, data: { code } };
  }
  const formula = tag === 'math' ? htmlText(children).trim() : '';
  return formula === '' || formula.includes('$$')
    ? undefined
    : { object: 'inline', type: 'inline-math', isVoid: true, data: { formula } };
}

function createButton(element: HtmlElement, context: ConversionContext): Inline | undefined {
  const { attributes } = element;
  const ref = createReference(attributes.href ?? '', context);
  if (!ref) return undefined;
  const icon = attributes['data-icon'];
  const kind = /(?:^|\s)primary(?:\s|$)/.test(attributes.class ?? '') ? 'primary' : 'secondary';
  const label = htmlText(element.children).trim();
  return {
    object: 'inline',
    type: 'button',
    isVoid: true,
    data: { ref, label, kind, ...(icon && icon.length <= 50 ? { icon } : {}) },
  };
}

/** Returns the data of an `<img>`, with the dark variant of its `<picture>`. */
export function inlineImageData(
  attributes: Record<string, string>,
  context: ConversionContext,
  picture?: HtmlElement,
): ImageInline['data'] {
  const refDark = picture && darkReference(picture, context);
  const size = attributes['data-size'];
  return withoutEmpty({
    ref: createImageReference(attributes.src ?? '', context),
    refDark,
    caption: attributes.alt,
    size: size === 'line' || size === 'original' ? size : undefined,
  });
}

/** Returns the data of an `<img>`, alone or in a `<picture>`; undefined for other elements. */
export function pictureData(element: HtmlElement, context: ConversionContext) {
  if (element.name === 'img') return inlineImageData(element.attributes, context);
  const image = element.name === 'picture' ? findElement(element.children, 'img') : undefined;
  return image && inlineImageData(image.attributes, context, element);
}

/**
 * Converts HTML text that refers to a footnote; returns undefined if the footnote does not exist.
 */
export function htmlAnnotation(
  { attributes, children }: HtmlElement,
  context: ConversionContext,
): AnnotationInline | undefined {
  const builder = new InlineBuilder();
  addHtmlInlines(children, builder, context);
  const nodes = builder.content().filter((node) => node.object === 'text');
  return createAnnotation(noteLabel(attributes.href ?? '') ?? '', nodes, context);
}

/** Returns the dark variant of a `<picture>`. */
export function darkReference(picture: HtmlElement, context: ConversionContext) {
  const source = findElement(picture.children, 'source');
  if (!source?.attributes.srcset || !source.attributes.media?.includes('dark')) return undefined;
  return createImageReference(source.attributes.srcset, context);
}

/** An element, or a text, whose source may be a tag. */
type HtmlPart = { node: HtmlElement } | { text: string; source: string | undefined };

/** Adds the content of elements to a line of text. */
export function addHtmlInlines(
  nodes: readonly HtmlNode[],
  builder: InlineBuilder,
  context: ConversionContext,
): void {
  const parts = nodes.flatMap((node): HtmlPart[] => {
    if (node.name !== undefined) return [{ node }];
    // Keeps white space written as a character reference (`&#x20;`), which is deliberate.
    return splitAtTags(collapseSpace(node.source)).map((source) => {
      const text = decodeHtml(source);
      return { text, source: source.startsWith('{%') ? text : undefined };
    });
  });
  const tags = findLineTags(parts.map((part) => ('source' in part ? part.source : undefined)));
  for (const [index, part] of parts.entries()) {
    const tag = tags.get(index);
    if (tag) builder.addTag(tag);
    else if ('node' in part) addHtmlInline(part.node, builder, context);
    else builder.addText(part.text);
  }
}

function collapseSpace(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, ' ');
}

function addHtmlInline(element: HtmlElement, builder: InlineBuilder, context: ConversionContext) {
  const whole = wholeInline(element, context);
  if (whole) return builder.addInline(whole);
  if (element.name === 'br') return builder.addText('\n');
  const image = pictureData(element, context);
  if (image) return builder.addImage(image);
  if ('data-footnote-ref' in element.attributes) {
    const note = htmlAnnotation(element, context);
    if (note) return builder.addAnnotation(note);
  }
  const mark = htmlMark(element);
  const href = element.name === 'a' ? element.attributes.href : undefined;
  const ref = href ? createReference(href, context) : undefined;
  if (mark) builder.openMark(mark, element);
  if (ref) builder.openLink(ref, element);
  addHtmlInlines(element.children, builder, context);
  if (ref) builder.closeLink(element);
  if (mark) builder.closeMark(element);
}
