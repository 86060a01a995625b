import type {
  Block,
  HeadingBlock,
  ImageBlock,
  ImagesBlock,
  InlineContent,
  ListItemBlock,
  ParagraphBlock,
} from '../document-tree.ts';
import { referenceAddress } from '../reference-addresses.ts';
import { htmlAttributes } from './escape-text.ts';
import { writePre } from './write-code.ts';
import type { WriteContext } from './write-context.ts';
import { writeHtmlTable } from './write-html-table.ts';
import { inPicture } from './write-inline.ts';
import { writeInlines } from './write-inlines.ts';
import { writeLength } from './write-panels.ts';
import { writeReference } from './write-reference.ts';

/** Writes blocks as HTML on one line, for table cells, in which markdown is text. */
export function writeHtmlBlocks(blocks: readonly Block[], context: WriteContext): string {
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === 'paragraph' && first.data.align === undefined) {
    return writeLine(first.nodes, context);
  }
  return blocks.map((block) => writeHtmlBlock(block, context)).join('');
}

/** A line of images only would become a block, so an empty element keeps it a line. */
function writeLine(nodes: InlineContent, context: WriteContext): string {
  const line = writeInlines(nodes, 'html', context);
  const isText = (node: InlineContent[number]) =>
    node.object === 'text' || node.type !== 'inline-image';
  return line === '' || nodes.some(isText) ? line : `${line}<span></span>`;
}

function writeHtmlBlock(block: Block, context: WriteContext): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHtmlText(block, context);
    case 'list-unordered':
    case 'list-tasks':
      return `<ul>${block.nodes.map((item) => writeItem(item, context)).join('')}</ul>`;
    case 'list-ordered': {
      const start = htmlAttributes({ start: block.data.start });
      return `<ol${start}>${block.nodes.map((item) => writeItem(item, context)).join('')}</ol>`;
    }
    case 'divider':
      return '<hr>';
    case 'blockquote':
      return `<blockquote>${writeHtmlBlocks(block.nodes, context)}</blockquote>`;
    case 'images':
      return writeFigures(block, context);
    case 'code':
      return writePre(block, '&#xa;', context);
    case 'embed': {
      const { url, fullWidth } = block.data;
      const full = fullWidth ? 'true' : undefined;
      return `<iframe${htmlAttributes({ src: url, 'data-full-width': full })}></iframe>`;
    }
    case 'drawing':
      return writeReference(block);
    case 'table':
      return writeHtmlTable(block, (blocks) => writeHtmlBlocks(blocks, context));
    default:
      throw new Error(`A block of type "${block.type}" cannot stand in a cell.`);
  }
}

/** Writes a paragraph or heading as an HTML element. */
export function writeHtmlText(
  { type, data, nodes }: ParagraphBlock | HeadingBlock,
  context: WriteContext,
): string {
  const name = type === 'paragraph' ? 'p' : `h${type.slice(-1)}`;
  const align = { center: 'center', end: 'right', start: undefined }[data.align ?? 'start'];
  const id = 'id' in data ? data.id : undefined;
  return `<${name}${htmlAttributes({ align, id })}>${writeLine(nodes, context)}</${name}>`;
}

function writeItem({ data, nodes }: ListItemBlock, context: WriteContext): string {
  const checked = data.checked ? true : undefined;
  const box =
    data.checked === undefined ? '' : `<input${htmlAttributes({ type: 'checkbox', checked })}>`;
  return `<li>${box}${writeHtmlBlocks(nodes, context)}</li>`;
}

/** Writes images with all of their properties. */
export function writeFigures({ data, nodes }: ImagesBlock, context: WriteContext): string {
  const { align, fullWidth } = data;
  const figures = nodes.map((image) => writeFigure(image, context)).join('');
  const isPlain = nodes.length === 1 && align === undefined && fullWidth === undefined;
  if (isPlain) return figures;
  const full = fullWidth === undefined ? undefined : String(fullWidth);
  return `<div${htmlAttributes({ align, 'data-full-width': full })}>${figures}</div>`;
}

function writeFigure({ data, fragments }: ImageBlock, context: WriteContext): string {
  const { ref, refDark, width, height, alt = '' } = data;
  const image = htmlAttributes({
    src: referenceAddress(ref),
    alt,
    width: width === undefined ? undefined : writeLength(width),
    height: height === undefined ? undefined : writeLength(height),
  });
  const [caption] = fragments[0]?.nodes ?? [];
  const text =
    caption?.type === 'paragraph' ? writeInlines(caption.nodes, 'html', context) : undefined;
  const figcaption = text === undefined ? '' : `<figcaption><p>${text}</p></figcaption>`;
  const dark = refDark && referenceAddress(refDark);
  return `<figure>${inPicture(`<img${image}>`, dark)}${figcaption}</figure>`;
}
