import type { Content, TableLayout } from 'pdfmake';
import type { TableBlock } from '../../../document/document-tree.ts';
import { columnWidths, type ColumnLengths } from './column-widths.ts';
import { setCards } from './set-cards.ts';
import { setInlines } from './set-inlines.ts';
import { setRightToLeft } from './set-right-to-left.ts';
import { setText } from './set-text.ts';
import { setWithin, withoutLastGap, type Setting } from './setting.ts';
import { cellAlignment, readTable, type TableCell, type TableContent } from './table-cells.ts';
import { colors, PANEL_GAP } from './theme.ts';

/** Gap between two columns. */
const COLUMN_GAP = 10;
/** Maximum number of characters in a row that is kept on one page. */
const KEPT_MAX = 600;
/**
 * Maximum number of rows in a table whose rows are kept whole: more would take too long to place.
 */
const KEPT_ROWS_MAX = 500;

/** Table layout: lines between rows only, and the header on each page. */
const layout: TableLayout = {
  hLineWidth: (line, { table }) => {
    if (line === 0 || line === table.body.length) return 0.8;
    return line === table.headerRows ? 0.8 : 0.4;
  },
  vLineWidth: () => 0,
  hLineColor: (line, { table }) =>
    line === 0 || line === table.body.length || line === table.headerRows
      ? colors.faint
      : colors.rule,
  paddingLeft: (column) => (column === 0 ? 0 : COLUMN_GAP / 2),
  paddingRight: (column, { table }) => (column === table.widths.length - 1 ? 0 : COLUMN_GAP / 2),
  paddingTop: () => 4.5,
  paddingBottom: () => 4.5,
};

/** Sets a table as rows or as cards. */
export function setTable(block: TableBlock, setting: Setting): Content[] {
  const content = readTable(block);
  const { view } = block.data;
  if (content.columns.length === 0) return [];
  if (view.type === 'cards') return setCards(block, view, setting);
  // A grid without rows cannot be laid out, and would be invisible.
  if (view.hideHeader && content.rows.length === 0) return [];
  return [setGrid(content, view, setting)];
}

function setGrid(
  { columns, rows }: TableContent,
  view: { hideHeader: boolean; columnWidths?: Record<string, number> },
  setting: Setting,
): Content {
  const fontSize = Math.max(8.9 - 0.4 * Math.max(columns.length - 5, 0), 6);
  const style = { ...setting.style, font: 'Sans', fontSize, lineHeight: 1.02 } as const;
  const inner = { ...setting, style, gap: 2 };
  const room = setting.width - COLUMN_GAP * (columns.length - 1);
  const lengths = columns.map(({ title }, index) =>
    lengthsOf([view.hideHeader ? '' : title, ...rows.map((row) => row[index]?.text ?? '')]),
  );
  const given = columns.map(({ id }) => view.columnWidths?.[id]);
  const widths = columnWidths(lengths, { given, room, fontSize });
  const header = view.hideHeader
    ? []
    : [
        columns.map((column): Content => {
          const text = setText(column.title, { ...style, bold: true }, setting.library.language);
          return { text, alignment: cellAlignment(column) };
        }),
      ];
  const body = rows.map((row) =>
    row.map((cell, index) => setCell(cell, { ...inner, width: widths[index] ?? room })),
  );
  const isShort = lengths.every(({ longestText }) => longestText <= KEPT_MAX);
  const isKept = rows.length <= KEPT_ROWS_MAX && isShort;
  return {
    table: {
      widths,
      body: [...header, ...body],
      headerRows: header.length,
      ...(isKept && { dontBreakRows: true }),
      ...(isKept && header.length > 0 && rows.length > 0 && { keepWithHeaderRows: 1 }),
    },
    layout,
    margin: [0, 4, 0, PANEL_GAP],
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

/** Sets a cell. Most cells contain one paragraph, which needs no stack. */
function setCell(cell: TableCell, setting: Setting): Content {
  const { blocks, column } = cell;
  const alignment = cellAlignment(column);
  const [first, ...others] = blocks;
  if (!first)
    return { text: setText(cell.text, setting.style, setting.library.language), alignment };
  const isText = first.type === 'paragraph' && others.length === 0;
  if (isText && first.nodes.every((node) => node.object === 'text')) {
    const text = setInlines(first.nodes, setting);
    const directed = setRightToLeft(text, setting.width);
    const isStart = alignment === 'left' && directed;
    return { text: directed?.text ?? text, alignment: isStart ? directed.side : alignment };
  }
  return { stack: withoutLastGap(setWithin(blocks, setting, 0)), alignment };
}
