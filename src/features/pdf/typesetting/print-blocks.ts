import { createTitleParagraph } from '../../../document/document-nodes.ts';
import type {
  Block,
  ExpandableBlock,
  HeadingBlock,
  ListBlock,
  ReusableContentReference,
  TagBlock,
} from '../../../document/document-tree.ts';
import { INCLUDE_DEPTH_MAX } from '../../../document/evaluation/document-evaluation.ts';
import { referenceAddress } from '../../../document/reference-addresses.ts';
import { tagTexts } from '../../../document/tree-text.ts';
import { printCode } from './print-code.ts';
import { printFormula } from './print-formula.ts';
import { fragmentBlocks, printImage, printImages } from './print-images.ts';
import { imagesWithin, printInlineLine, applyStyle } from './print-inlines.ts';
import { printReference } from './print-reference.ts';
import { printTable } from './print-table.ts';
import type { PrintBlock, PrintPanel } from './print-tree.ts';
import { narrowContext, wordMax, type PrintContext } from './setting.ts';
import { printLine, printText } from './text-pieces.ts';

/** Maximum number of nested containers; Typst limits how deep a layout may be. */
const DEPTH_MAX = 8;
/** Font sizes of headings, by level. */
const headingSizes = { 'heading-1': 17, 'heading-2': 13.5, 'heading-3': 11.2 } as const;
/** Minimum width of columns; narrower ones are printed one below the other. */
const COLUMN_WIDTH_MIN = 110;
const COLUMN_GAP = 18;
/** Maximum length of the data of a panel that is kept on one page, in characters. */
const KEPT_LENGTH_MAX = 1500;

/** Prints blocks one below the other. */
export function printBlocks(blocks: readonly Block[], setting: PrintContext): PrintBlock[] {
  return blocks.flatMap((block) => printBlock(block, setting));
}

function printBlock(block: Block, setting: PrintContext): PrintBlock[] {
  if (setting.depth >= DEPTH_MAX) {
    const inner = contentOf(block);
    if (inner) return printBlocks(inner, setting);
  }
  switch (block.type) {
    case 'paragraph':
      return [
        {
          kind: 'paragraph',
          ...(block.data.align && { align: block.data.align }),
          ...printInlineLine(block.nodes, setting),
        },
        ...imagesWithin(block.nodes).map(({ data }) => printImage(data, setting)),
      ];
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [printHeading(block, setting)];
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return [printList(block, setting)];
    case 'hint':
      return [printPanel(block.data.style, block.nodes, narrowContext(setting, 27))];
    case 'blockquote':
      return [printPanel('quote', block.nodes, narrowContext(setting, 16))];
    case 'code':
      return printCode(block, setting);
    case 'math':
      return [printFormulaBlock(block.data.formula, setting)];
    case 'images':
      return printImages(block, setting);
    case 'table':
      return printTable(block, setting);
    case 'tabs':
      return block.nodes.map(({ data, nodes }) => {
        const inner = narrowContext(setting, 23);
        const title = data.title ? { title: printLine(data.title, wordMax(inner)) } : {};
        return { ...printPanel('tab', nodes, inner), ...title };
      });
    case 'stepper': {
      const items = block.nodes.map(({ nodes }) => printBlocks(nodes, narrowContext(setting, 34)));
      return items.length > 0 ? [{ kind: 'steps', items }] : [];
    }
    case 'expandable':
      return [printExpandable(block, setting)];
    case 'columns':
      return printColumns(block, setting);
    case 'divider':
      return [{ kind: 'rule' }];
    case 'reusable-content':
      return printIncluded(block.data.ref, setting);
    case 'tag':
      return printTag(block, setting);
    case 'if':
    case 'list-item':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
      return printBlocks(block.nodes, setting);
    case 'image':
    case 'code-line':
      return [];
    default:
      return printReference(block, setting);
  }
}

/** Returns the blocks in a container; undefined for another block. */
function contentOf(block: Block): Block[] | undefined {
  switch (block.type) {
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
    case 'hint':
    case 'blockquote':
    case 'tabs':
    case 'stepper':
    case 'columns':
      return [...block.nodes];
    case 'expandable':
    case 'table':
      return block.fragments.flatMap(({ nodes }) => nodes);
    default:
      return undefined;
  }
}

function printHeading(heading: HeadingBlock, setting: PrintContext): PrintBlock {
  const { library, outline } = setting;
  const size = headingSizes[heading.type];
  const rank = Number(heading.type.slice(-1));
  // Levels are not skipped: readers of the outline expect each one below the one before.
  const level = Math.min(outline.page + rank, outline.last + 1);
  outline.last = level;
  const label = library.labelOf(heading);
  const line = printInlineLine(heading.nodes, { ...setting, fontSize: size });
  return {
    kind: 'heading',
    level,
    size,
    marked: rank < 3 && line.body.length > 0 && library.takeBookmark(),
    ...(label !== undefined && { label }),
    ...line,
  };
}

function printList(list: ListBlock, setting: PrintContext): PrintBlock {
  const inner = narrowContext(setting, 18);
  const items = list.nodes.map(({ nodes }) => printBlocks(nodes, inner));
  if (list.type === 'list-ordered') return { kind: 'list', start: list.data.start ?? 1, items };
  if (list.type === 'list-unordered') return { kind: 'bullets', items };
  const done = list.nodes.map(({ data }) => data.checked === true);
  return {
    kind: 'tasks',
    items: items.map((body, index) => ({ done: done[index] ?? false, body })),
  };
}

function printPanel(
  look: PrintPanel['look'],
  blocks: readonly Block[],
  setting: PrintContext,
): PrintPanel {
  const body = printBlocks(blocks, setting);
  return { kind: 'panel', look, keep: isShort(body), body };
}

function printExpandable({ fragments }: ExpandableBlock, setting: PrintContext): PrintPanel {
  const inner = narrowContext(setting, 15);
  const [title] = fragmentBlocks(fragments, 'expandable-title');
  const line = title?.type === 'paragraph' ? title.nodes : [];
  const panel = printPanel('details', fragmentBlocks(fragments, 'expandable-body'), inner);
  return { ...panel, title: printInlineLine(line, inner) };
}

/** Checks whether blocks certainly fit on one page. */
function isShort(blocks: readonly PrintBlock[]): boolean {
  const kept = new Set<string>([
    'paragraph',
    'heading',
    'bullets',
    'list',
    'tasks',
    'code',
    'formula',
  ]);
  return (
    blocks.every(({ kind }) => kept.has(kind)) && JSON.stringify(blocks).length <= KEPT_LENGTH_MAX
  );
}

function printFormulaBlock(source: string, setting: PrintContext): PrintBlock {
  const formula = printFormula(source);
  if (formula) return { kind: 'formula', source, formula };
  const text = printText(source, wordMax(setting));
  const body = applyStyle(text, { mono: true, italic: true });
  return { kind: 'paragraph', align: 'center', body };
}

function printColumns(
  { nodes }: Extract<Block, { type: 'columns' }>,
  setting: PrintContext,
): PrintBlock[] {
  const room = setting.width - COLUMN_GAP * (nodes.length - 1);
  const shares = nodes.map(({ data: { width } }) =>
    typeof width === 'object' && width.unit === '%' ? Math.max(width.value, 1) : null,
  );
  const given = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const without = shares.filter((share) => share === null).length;
  const rest = without === 0 ? 0 : Math.max((100 - given) / without, 1);
  const total = given + rest * without;
  const widths = shares.map((share) => (room * (share ?? rest)) / total);
  if (widths.length === 0) return [];
  if (widths.some((width) => width < COLUMN_WIDTH_MIN)) {
    return nodes.flatMap((column) => printBlocks(column.nodes, setting));
  }
  const items = nodes.map((column, index) =>
    printBlocks(column.nodes, { ...narrowContext(setting, 0), width: widths[index] ?? room }),
  );
  return [{ kind: 'columns', widths, items }];
}

/** Prints the visible texts of a tag, and its content. */
function printTag(tag: TagBlock, setting: PrintContext): PrintBlock[] {
  const titles = tagTexts(tag).map((text) => createTitleParagraph(text));
  return printBlocks([...titles, ...(tag.isVoid ? [] : tag.nodes)], setting);
}

/** Prints reusable content, unless it includes itself or the book has no room for it. */
function printIncluded(ref: ReusableContentReference, setting: PrintContext): PrintBlock[] {
  const { library, targets, including } = setting;
  const target = targets.get(referenceAddress(ref));
  const id = target?.kind === 'reusable-content' ? target.reusableContent : '';
  const content = library.reusableContents.get(id);
  if (!content || including.includes(id) || including.length >= INCLUDE_DEPTH_MAX) return [];
  if (!library.takeRoom(content.size)) return [];
  return printBlocks(setting.evaluate(content.blocks), {
    ...setting,
    targets: content.targets,
    including: [...including, id],
  });
}
