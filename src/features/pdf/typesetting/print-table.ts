import type {
  ContentReference,
  FileReference,
  TableBlock,
  TableRecord,
  TableView,
  UrlReference,
} from '../../../document/document-tree.ts';
import { columnWidths, type ColumnLengths } from './column-widths.ts';
import { printImage } from './print-images.ts';
import { linkInlines, applyStyle } from './print-inlines.ts';
import type { PrintBlock, PrintTable } from './print-tree.ts';
import { CARD_SIZE, narrowContext, wordMax, type PrintContext } from './setting.ts';
import {
  cellAlignment,
  readTable,
  referenceIn,
  type TableCell,
  type TableContent,
} from './table-cells.ts';
import { printLine } from './text-pieces.ts';

type GridView = Extract<TableView, { type: 'grid' }>;
type CardsView = Extract<TableView, { type: 'cards' }>;

/** Gap between two columns of a table. */
const COLUMN_GAP = 10;
/** Maximum number of characters in a row that is kept on one page. */
const KEPT_MAX = 600;
/** Padding of cards. */
const CARD_PADDING = 11;
/** Maximum height of a cover, in pixels. */
const COVER_HEIGHT = 150;

/** Prints a table as rows or as cards. */
export function printTable(block: TableBlock, setting: PrintContext): PrintBlock[] {
  const content = readTable(block);
  const { view } = block.data;
  if (content.columns.length === 0) return [];
  if (view.type === 'cards') return printCards(block, content, view, setting);
  // A grid without rows would be invisible.
  if (view.hideHeader && content.rows.length === 0) return [];
  return [printGrid(content, view, setting)];
}

function printGrid(
  { columns, rows }: TableContent,
  view: GridView,
  setting: PrintContext,
): PrintTable {
  const fontSize = Math.max(8.9 - 0.4 * Math.max(columns.length - 5, 0), 6);
  const room = setting.width - COLUMN_GAP * (columns.length - 1);
  const lengths = columns.map(({ title }, index) =>
    lengthsOf([view.hideHeader ? '' : title, ...rows.map((row) => row[index]?.text ?? '')]),
  );
  const given = columns.map(({ id }) => view.columnWidths?.[id]);
  const widths = columnWidths(lengths, { given, room: Math.max(room, columns.length), fontSize });
  const inner = columns.map((_, index) => ({
    ...narrowContext(setting, 0),
    width: Math.max(widths[index] ?? 0, 1),
    fontSize,
  }));
  return {
    kind: 'table',
    fontSize,
    columns: columns.map((column, index) => ({
      width: Math.max(widths[index] ?? 0, 0.1),
      align: cellAlignment(column),
    })),
    header: view.hideHeader
      ? []
      : columns.map(({ title }, index) => printLine(title, wordMax(inner[index] ?? setting))),
    rows: rows.map((row) => row.map((cell, index) => printCell(cell, inner[index] ?? setting))),
    keep: lengths.every(({ longestText }) => longestText <= KEPT_MAX),
  };
}

function lengthsOf(texts: readonly string[]): ColumnLengths {
  let longestText = 0;
  let longestWord = 0;
  for (const text of texts) {
    longestText = Math.max(longestText, text.length);
    for (const word of text.split(/[\s/-]+/)) longestWord = Math.max(longestWord, word.length);
  }
  return { longestText, longestWord };
}

function printCell({ blocks, text }: TableCell, setting: PrintContext): PrintBlock[] {
  if (blocks.length > 0) return setting.library.printBlocks(blocks, setting);
  return text === '' ? [] : [{ kind: 'paragraph', ...printLine(text, wordMax(setting)) }];
}

/** Prints cards in two columns. The first text of a card links to the card's target. */
function printCards(
  block: TableBlock,
  { rows }: TableContent,
  view: CardsView,
  setting: PrintContext,
): PrintBlock[] {
  if (rows.length === 0) return [];
  const records = Object.values(block.data.records).toSorted((a, b) =>
    a.orderIndex < b.orderIndex ? -1 : 1,
  );
  const inner = {
    ...narrowContext(setting, setting.width / 2 + 2 * CARD_PADDING),
    fontSize: CARD_SIZE,
  };
  const items = rows.map((cells, index) => printCard(cells, records[index], view, inner));
  return [{ kind: 'cards', items }];
}

function printCard(
  cells: readonly TableCell[],
  record: TableRecord | undefined,
  view: CardsView,
  setting: PrintContext,
): PrintBlock[] {
  const valueOf = (id: string | undefined) =>
    id === undefined ? undefined : referenceIn(record?.values[id]);
  const cover = valueOf(view.coverDefinition);
  const target = valueOf(view.targetDefinition);
  const shown = cells.filter(
    ({ column, text, blocks }) =>
      (text !== '' || blocks.length > 0) &&
      column.id !== view.coverDefinition &&
      column.id !== view.targetDefinition,
  );
  const picture = isPicture(cover)
    ? [printImage({ ref: cover, height: COVER_HEIGHT }, setting, { align: 'left' })]
    : [];
  const texts = shown.flatMap((cell, index) => {
    const printed = printCell(cell, setting);
    return index === 0 ? printed.map((one) => printTitle(one, target, setting)) : printed;
  });
  return [...picture, ...texts];
}

/** Returns a paragraph in bold, with a link to the target of its card. */
function printTitle(
  block: PrintBlock,
  target: ContentReference | undefined,
  setting: PrintContext,
): PrintBlock {
  if (block.kind !== 'paragraph') return block;
  const body = applyStyle(block.body, { bold: true });
  return { ...block, body: target ? linkInlines(target, body, setting) : body };
}

function isPicture(ref: ContentReference | undefined): ref is UrlReference | FileReference {
  return ref?.kind === 'url' || ref?.kind === 'file';
}
