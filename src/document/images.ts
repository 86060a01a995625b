import { withoutEmpty } from '../lib/without-empty.ts';
import type { Token } from 'markdown-it';
import { createFileReference, createImageReference } from './content-references.ts';
import type { ConversionContext } from './content-references.ts';
import { createImage, createImages, createText, createVoidBlock } from './document-nodes.ts';
import type {
  Block,
  ImageBlock,
  InlineContent,
  ImagesBlock,
  ReferenceBlock,
} from './document-tree.ts';
import { addHtmlInlines, darkReference } from './html-inlines.ts';
import { findElement, parseHtmlTag } from './html-tree.ts';
import type { HtmlElement } from './html-tree.ts';
import { attribute, imageAlt } from './inlines.ts';
import { InlineBuilder } from './inline-builder.ts';
import { readLength } from './lengths.ts';

/** Converts a line of images only to blocks; returns undefined for any other line. */
export function convertImageLine(
  tokens: readonly Token[],
  context: ConversionContext,
): Block[] | undefined {
  const images: (ImageBlock | ReferenceBlock)[] = [];
  const visible = tokens.filter(({ type, content }) => {
    return (
      type !== 'softbreak' && type !== 'hardbreak' && (type !== 'text' || content.trim() !== '')
    );
  });
  const isImage = (token: Token) => token.type === 'image' || imageTag(token) !== undefined;
  if (visible.length === 0 || !visible.every(isImage)) return undefined;
  for (const token of visible) {
    const attributes = imageTag(token);
    if (!attributes) images.push(markdownImage(token, context));
    else images.push(createDrawing(attributes, context) ?? htmlImage(attributes, context));
  }
  return gatherImages(images);
}

/** Groups adjacent images into one block; each drawing is a block of its own. */
export function gatherImages(
  images: readonly (ImageBlock | ReferenceBlock)[],
  data: ImagesBlock['data'] = {},
): Block[] {
  const blocks: Block[] = [];
  let gathered: ImageBlock[] = [];
  for (const image of images) {
    if (image.type === 'image') {
      gathered.push(image);
      if (gathered.length === 1) blocks.push(createImages(gathered, data));
    } else {
      blocks.push(image);
      gathered = [];
    }
  }
  return blocks;
}

/**
 * Creates a drawing from `<img class="gitbook-drawing">`; returns undefined for any other image.
 */
export function createDrawing(
  attributes: Record<string, string>,
  context: ConversionContext,
): ReferenceBlock | undefined {
  if (!/(?:^|\s)gitbook-drawing(?:\s|$)/.test(attributes.class ?? '')) return undefined;
  const ref = attributes.src ? createFileReference(attributes.src, context) : undefined;
  return createVoidBlock('drawing', ref ? { ref } : {});
}

function imageTag(token: Token): Record<string, string> | undefined {
  const tag = token.type === 'html_inline' ? parseHtmlTag(token.content) : undefined;
  return tag?.name === 'img' && tag.attributes['data-size'] !== 'line' ? tag.attributes : undefined;
}

function markdownImage(token: Token, context: ConversionContext): ImageBlock {
  const alt = imageAlt(token);
  const title = attribute(token, 'title');
  const ref = createImageReference(attribute(token, 'src'), context);
  return createImage(withoutEmpty({ ref, alt }), title ? [createText(title)] : undefined);
}

/**
 * Converts a `<figure>`, `<picture>` or `<img>` to an image block; returns undefined without an
 * image.
 */
export function convertFigure(
  element: HtmlElement,
  context: ConversionContext,
): ImageBlock | undefined {
  const image = findElement([element], 'img');
  if (!image) return undefined;
  const found = findElement([element], 'picture');
  // The caption may contain another picture.
  const picture = found && findElement([found], 'img') === image ? found : undefined;
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
  const { src = '', alt } = attributes;
  const ref = createImageReference(src, context);
  return createImage(withoutEmpty({ ref, refDark, width, height, alt }), caption ?? title);
}
