import type { Block, HeadingBlock, ImagesBlock, ParagraphBlock } from '../document-tree.ts';
import { referenceAddress } from '../reference-addresses.ts';
import { writeCode } from './write-code.ts';
import type { WriteContext } from './write-context.ts';
import { writeFigures, writeHtmlText } from './write-html-blocks.ts';
import { escapeAlt, linkDestination } from './write-inline.ts';
import { writeInlines } from './write-inlines.ts';
import { writeList } from './write-list.ts';
import { writePanels } from './write-panels.ts';
import { writeReference } from './write-reference.ts';
import { writeTable } from './write-table.ts';
import { betweenTags, indent, wrapInTag, writeTagBlock } from './write-tag.ts';

/** Writes blocks as markdown, separated by empty lines. */
export function writeBlocks(blocks: readonly Block[], context: WriteContext): string {
  let marker: string | undefined;
  return blocks
    .map((block, index) => {
      const previous = blocks[index - 1];
      const taken = previous && marker !== undefined && sameLists(block, previous) ? [marker] : [];
      marker = listMarker(block, taken);
      return writeBlock(block, context, marker);
    })
    .join('\n\n');
}

const listMarkers = {
  'list-ordered': ['.', ')'],
  'list-unordered': ['*', '+', '-'],
  'list-tasks': ['*', '+', '-'],
} as const;

/**
 * Returns the bullet of list items, or the delimiter after their numbers; undefined for other
 * blocks. Avoids the `taken` markers of adjacent lists, which would merge with it.
 */
export function listMarker({ type }: Block, taken: readonly string[] = []): string | undefined {
  if (!isListType(type)) return undefined;
  const markers = listMarkers[type];
  return markers.find((marker) => !taken.includes(marker)) ?? markers[0];
}

function isListType(type: Block['type']): type is keyof typeof listMarkers {
  return Object.hasOwn(listMarkers, type);
}

/** Checks whether two adjacent blocks would merge into one list. */
export function sameLists(one: Block, other: Block): boolean {
  const isOrdered = (block: Block) => block.type === 'list-ordered';
  return isListType(one.type) && isListType(other.type) && isOrdered(one) === isOrdered(other);
}

/** Writes a block as markdown; `marker` applies to lists. */
export function writeBlock(
  block: Block,
  context: WriteContext,
  marker = listMarker(block) ?? '',
): string {
  const write = (blocks: readonly Block[]) => writeBlocks(blocks, context);
  switch (block.type) {
    case 'paragraph':
      return writeParagraph(block, context);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeading(block, context);
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return writeList(block, marker, write);
    case 'divider':
      return '---';
    case 'blockquote':
      return `> ${write(block.nodes).replaceAll('\n', '\n> ')}`.replaceAll(/^> $/gm, '>');
    case 'hint':
      return wrapInTag('hint', block.data, write(block.nodes));
    case 'if':
      return betweenTags(`{% if ${block.data.expression} %}`, write(block.nodes), '{% endif %}');
    case 'tag':
      return writeTagBlock(block, write);
    case 'images':
      return writeImages(block, context);
    case 'code':
      return writeCode(block, '\n', context);
    case 'math':
      return `$$\n${block.data.formula}\n$$`;
    case 'expandable':
    case 'tabs':
    case 'stepper':
    case 'columns':
      return writePanels(block, { context, write });
    case 'table':
      return writeTable(block, context);
    case 'list-item':
    case 'image':
    case 'code-line':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
      throw new Error(`A block of type "${block.type}" stands outside of its container.`);
    default:
      return writeReference(block);
  }
}

/** Writes a paragraph. An empty one becomes HTML, since markdown has none. */
function writeParagraph(block: ParagraphBlock, context: WriteContext): string {
  if (isAligned(block)) return writeHtmlText(block, context);
  return writeInlines(block.nodes, 'lines', context) || '<p></p>';
}

function writeHeading(block: HeadingBlock, context: WriteContext): string {
  if (isAligned(block)) return writeHtmlText(block, context);
  // A trailing number sign would be parsed as part of the heading's markup.
  const text = writeInlines(block.nodes, 'line', context).replace(/#$/, '\\#');
  const { id } = block.data;
  const anchor = id === undefined ? '' : writeAnchor(id);
  return `${'#'.repeat(Number(block.type.slice(-1)))} ${text}${anchor}`.trimEnd();
}

/** Writes the anchor at the end of a heading. */
export function writeAnchor(id: string): string {
  return ` <a href="#${id}" id="${id}"></a>`;
}

/** Checks whether the alignment of a text requires HTML. */
function isAligned({ data: { align } }: ParagraphBlock | HeadingBlock): boolean {
  return align !== undefined && align !== 'start';
}

function writeImages(block: ImagesBlock, context: WriteContext): string {
  const [image] = block.nodes;
  const { align, fullWidth } = block.data;
  const isPlain = block.nodes.length === 1 && align === undefined && fullWidth === undefined;
  if (!image || !isPlain || image.fragments.length > 0) return writeFigures(block, context);
  const { ref, alt = '', ...looks } = image.data;
  if (Object.keys(looks).length > 0) return writeFigures(block, context);
  return `![${escapeAlt(alt)}](${linkDestination(referenceAddress(ref))})`;
}

/** Writes a footnote for the end of a document. */
export function writeNote(label: string, blocks: readonly Block[], context: WriteContext): string {
  return indent(`[^${label}]: ${writeBlocks(blocks, context)}`, '    ');
}
