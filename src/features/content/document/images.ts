import type { Token } from 'markdown-it';
import { createImageReference } from './content-references.ts';
import type { ConversionContext } from './content-references.ts';
import { createImage, createText } from './document-nodes.ts';
import type { ImageBlock, InlineContent, Length } from './document-tree.ts';
import { addHtmlInlines, darkReference } from './html-inlines.ts';
import { findElement, parseHtmlTag } from './html-tree.ts';
import type { HtmlElement } from './html-tree.ts';
import { attribute, imageAlt } from './inlines.ts';
import { InlineBuilder } from './inline-builder.ts';

/**
 * A line of a paragraph that holds nothing but images, as image blocks; undefined for any other
 * line.
 */
export function convertImageLine(
  tokens: readonly Token[],
  context: ConversionContext,
): ImageBlock[] | undefined {
  const images: ImageBlock[] = [];
  const visible = tokens.filter(({ type, content }) => {
    return (
      type !== 'softbreak' && type !== 'hardbreak' && (type !== 'text' || content.trim() !== '')
    );
  });
  const isImage = (token: Token) => token.type === 'image' || imageTag(token) !== undefined;
  if (visible.length === 0 || !visible.every(isImage)) return undefined;
  for (const token of visible) {
    const attributes = imageTag(token);
    images.push(attributes ? htmlImage(attributes, context) : markdownImage(token, context));
  }
  return images;
}

function imageTag(token: Token): Record<string, string> | undefined {
  const tag = token.type === 'html_inline' ? parseHtmlTag(token.content) : undefined;
  return tag?.name === 'img' && tag.attributes['data-size'] !== 'line' ? tag.attributes : undefined;
}

function markdownImage(token: Token, context: ConversionContext): ImageBlock {
  const alt = imageAlt(token);
  const title = attribute(token, 'title');
  const ref = createImageReference(attribute(token, 'src'), context);
  return createImage({ ref, ...(alt ? { alt } : {}) }, title ? [createText(title)] : undefined);
}

/**
 * A `<figure>`, `<picture>` or `<img>` as an image block; undefined when there is no image in it.
 */
export function convertFigure(
  element: HtmlElement,
  context: ConversionContext,
): ImageBlock | undefined {
  const image = findElement([element], 'img');
  if (!image) return undefined;
  const picture = findElement([element], 'picture');
  const caption = findElement([element], 'figcaption');
  return htmlImage(image.attributes, context, picture, captionContent(caption, context));
}

function captionContent(
  caption: HtmlElement | undefined,
  context: ConversionContext,
): InlineContent | undefined {
  if (!caption) return undefined;
  const builder = new InlineBuilder();
  addHtmlInlines(caption.children, builder, context);
  const content = builder.take();
  return content.length > 0 ? content : undefined;
}

function htmlImage(
  attributes: Record<string, string>,
  context: ConversionContext,
  picture?: HtmlElement,
  caption?: InlineContent,
): ImageBlock {
  const refDark = picture && darkReference(picture, context);
  const width = readLength(attributes.width);
  const height = readLength(attributes.height);
  const title = attributes.title ? [createText(attributes.title)] : undefined;
  const data: ImageBlock['data'] = {
    ref: createImageReference(attributes.src ?? '', context),
    ...(refDark ? { refDark } : {}),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(attributes.alt ? { alt: attributes.alt } : {}),
  };
  return createImage(data, caption ?? title);
}

/** `375`, `375px` or `50%`; anything else is no length. */
function readLength(text: string | undefined): Length | undefined {
  const match = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*(px|%|em|rem|vw|vh)?\s*$/.exec(text ?? '');
  if (!match?.[1]) return undefined;
  const value = Number(match[1]);
  return match[2] === undefined || match[2] === 'px' ? value : { unit: match[2], value };
}
