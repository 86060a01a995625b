import { withoutEmpty } from '../lib/without-empty.ts';
import { isScript } from './content-references.ts';
import type { ConversionContext } from './content-references.ts';
import {
  createBlock,
  createCode,
  createList,
  createListItem,
  createParagraph,
  createVoidBlock,
} from './document-nodes.ts';
import type { Block, ImagesBlock, TextAlignment } from './document-tree.ts';
import { htmlCharactersMax } from './document-limits.ts';
import { convertHeading, headingId } from './headings.ts';
import { addHtmlInlines, isInlineElement } from './html-inlines.ts';
import { convertPre } from './html-code.ts';
import { convertHtmlTable } from './html-tables.ts';
import { blockElements, findElement, htmlText, parseHtml, unreadElements } from './html-tree.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';
import { convertFigure, createDrawing, gatherImages } from './images.ts';
import { InlineBuilder } from './inline-builder.ts';
import { fitBlocks, wrapBlocks } from './fit-blocks.ts';

/** Elements that cannot be replaced by their content, besides the unread ones. */
const interactive = new Set([
  ...['form', 'input', 'embed', 'frame', 'frameset', 'map', 'area', 'html', 'body', 'meta'],
  ...['link', 'base', 'param', 'track'],
]);

interface HtmlContext extends ConversionContext {
  align?: 'left' | 'center' | 'right';
  fullWidth?: boolean;
}

/**
 * Converts a block of raw HTML. If the tree cannot express any part of it, all of it becomes code.
 */
export function convertHtmlBlock(source: string, context: ConversionContext): Block[] {
  const isMarkup = source.length > htmlCharactersMax || /<[?!](?!--)/.test(source);
  const nodes = isMarkup ? [] : parseHtml(source);
  if (isMarkup || !isUnderstood(nodes)) return [createCode(source.trimEnd(), { syntax: 'html' })];
  return convertHtmlNodes(nodes, context);
}

function isUnderstood(nodes: readonly HtmlNode[]): boolean {
  return nodes.every(({ name, ...node }) => {
    if (name === undefined) return true;
    const isBox = name === 'input' && 'attributes' in node && node.attributes.type === 'checkbox';
    const children = 'children' in node ? node.children : [];
    const isKnown = isBox || isInlineElement(name) || blockElements.has(name);
    return (isKnown || isFrame(name, children)) && isUnderstood(children);
  });
}

/** Checks whether an unknown element, such as a component, only wraps its content. */
function isFrame(name: string, children: readonly HtmlNode[]): boolean {
  if (unreadElements.has(name) || interactive.has(name)) return false;
  return htmlText(children).trim() !== '' || findElement(children, 'img') !== undefined;
}

/** Checks whether a node is part of a line of text. */
function isInLine(node: HtmlNode): boolean {
  if (node.name === undefined || isInlineElement(node.name)) return true;
  return !blockElements.has(node.name) && node.children.every(isInLine);
}

/** Converts HTML nodes to blocks. Text and inline elements between blocks become paragraphs. */
function convertHtmlNodes(nodes: readonly HtmlNode[], context: HtmlContext): Block[] {
  const blocks: Block[] = [];
  let line: HtmlNode[] = [];
  const endLine = () => {
    blocks.push(...convertLine(line, context));
    line = [];
  };
  for (const node of nodes) {
    if (node.name === undefined || isInLine(node)) {
      line.push(node);
      continue;
    }
    endLine();
    blocks.push(...convertElement(node, context));
  }
  endLine();
  return blocks;
}

function convertLine(line: readonly HtmlNode[], context: HtmlContext): Block[] {
  const elements = line.filter((node) => node.name !== undefined || node.text.trim() !== '');
  const isImage = ({ name }: HtmlNode) => name === 'img' || name === 'picture';
  if (elements.length > 0 && elements.every(isImage)) {
    const images = elements.flatMap((node) => {
      if (node.name === undefined) return [];
      return createDrawing(node.attributes, context) ?? convertFigure(node, context) ?? [];
    });
    if (images.length > 0) return gatherImages(images, imagesData(context));
  }
  const builder = new InlineBuilder();
  addHtmlInlines(line, builder, context);
  const content = builder.take();
  return content.length > 0 ? [createParagraph(content, textAlignment(context))] : [];
}

function convertElement(element: HtmlElement, context: HtmlContext): Block[] {
  const inner = innerContext(element, context);
  const figures = figuresOf(element);
  if (figures)
    return gatherImages(
      figures.flatMap((one) => convertFigure(one, inner) ?? []),
      imagesData(inner),
    );
  switch (element.name) {
    case 'table': {
      // Only the table is wide, not its content.
      const cell = { ...inner, fullWidth: false };
      return [convertHtmlTable(element, (nodes) => convertHtmlNodes(nodes, cell), context)];
    }
    case 'figure': {
      const image = convertFigure(element, inner);
      return image ? gatherImages([image], imagesData(inner)) : convertChildren(element, inner);
    }
    case 'pre':
      return [convertPre(element, context)];
    case 'hr':
      return [createVoidBlock('divider', {})];
    case 'iframe':
      return convertFrame(element);
    case 'p': {
      // Markdown expresses an empty paragraph as `<p></p>`.
      const isEmpty = element.children.length === 0;
      return isEmpty
        ? [createParagraph([], textAlignment(inner))]
        : convertChildren(element, inner);
    }
    case 'ul':
    case 'ol':
      return [convertHtmlList(element, inner)];
    case 'blockquote':
      return wrapBlocks('blockquote', convertChildren(element, inner), context, (nodes) =>
        createBlock('blockquote', {}, nodes),
      );
    default:
      return /^h[1-6]$/.test(element.name)
        ? convertHtmlHeading(element, inner)
        : convertChildren(element, inner);
  }
}

/** Returns the figures of a `<div>` with nothing else: a row of images. */
function figuresOf({ name, children }: HtmlElement): HtmlElement[] | undefined {
  if (name !== 'div') return undefined;
  const figures = children.filter((child) => child.name !== undefined);
  const isBare = children.every((child) => child.name !== undefined || child.text.trim() === '');
  const hasImages = figures.every(
    (child) => child.name === 'figure' && findElement([child], 'img'),
  );
  return isBare && hasImages && figures.length > 0 ? figures : undefined;
}

function convertFrame({ attributes }: HtmlElement): Block[] {
  const { src, 'data-full-width': fullWidth } = attributes;
  if (!src || isScript(src)) return [];
  const data = { url: src, ...(fullWidth === 'true' ? { fullWidth: true } : {}) };
  return [createVoidBlock('embed', data)];
}

function convertChildren(element: HtmlElement, context: HtmlContext): Block[] {
  return convertHtmlNodes(element.children, context);
}

function convertHtmlHeading(element: HtmlElement, context: HtmlContext): Block[] {
  const builder = new InlineBuilder();
  addHtmlInlines(element.children, builder, context);
  const anchor = findElement(element.children, 'a');
  const id = headingId(element.attributes.id ?? anchor?.attributes.id ?? '');
  const align = textAlignment(context);
  return [convertHeading(Number(element.name.slice(1)), builder.take(), { id, align })];
}

function convertHtmlList(element: HtmlElement, context: HtmlContext): Block {
  const items = element.children
    .filter((node) => node.name !== undefined || node.text.trim() !== '')
    .map((node) => {
      const nodes = node.name === 'li' ? node.children : [node];
      const box = nodes.find(({ name }) => name !== undefined);
      const checked = box?.name === 'input' ? 'checked' in box.attributes : undefined;
      const content = checked === undefined ? nodes : nodes.filter((child) => child !== box);
      return createListItem(
        fitBlocks('list-item', convertHtmlNodes(content, context), context),
        checked,
      );
    });
  if (element.name === 'ul') {
    const isTasks = items.some(({ data }) => data.checked !== undefined);
    return createList(isTasks ? 'list-tasks' : 'list-unordered', items);
  }
  const { attributes } = element;
  const start = Number(attributes.start);
  return createBlock(
    'list-ordered',
    Number.isInteger(start) && start >= 0 && start < 1e9 && start !== 1 && attributes.start
      ? { start }
      : {},
    items,
  );
}

function innerContext(element: HtmlElement, context: HtmlContext): HtmlContext {
  const { attributes } = element;
  const style = /text-align\s*:\s*(\w+)/i.exec(attributes.style ?? '')?.[1];
  const value = (attributes.align ?? style)?.toLowerCase();
  const align = element.name === 'center' ? 'center' : value;
  const inner = { ...context };
  if (align === 'left' || align === 'center' || align === 'right') inner.align = align;
  if (attributes['data-full-width'] === 'true') inner.fullWidth = true;
  return inner;
}

function imagesData({ align, fullWidth }: HtmlContext): ImagesBlock['data'] {
  return withoutEmpty({ align, fullWidth: fullWidth ? true : undefined });
}

function textAlignment({ align }: HtmlContext): TextAlignment | undefined {
  return align === 'center' ? 'center' : align === 'right' ? 'end' : undefined;
}
