import { elementsOf, isElement, type HtmlElement, type HtmlParent } from './hast.ts';
import { HtmlExcessError } from './parse-html.ts';

/** Cells that a table may have once each row is as wide as the widest. */
const CELL_COUNT_MAX = 60_000;

/**
 * Few elements can claim many cells: markdown writes each row as wide as the widest, and a cell as
 * often as it spans.
 *
 * @throws HtmlExcessError for a table with too many cells
 */
export function requireSmallTables(parent: HtmlParent): void {
  for (const element of elementsOf(parent)) {
    if (element.tagName === 'table' && cellCount(element) > CELL_COUNT_MAX) {
      throw new HtmlExcessError(`has a table of more than ${CELL_COUNT_MAX} cells`);
    }
  }
}

function cellCount(table: HtmlElement): number {
  let [rows, width, spanned] = [0, 0, 0];
  for (const row of rowsOf(table)) {
    let columns = 0;
    for (const { colSpan, rowSpan } of row) {
      columns += colSpan;
      spanned += colSpan * rowSpan;
    }
    rows += 1;
    width = Math.max(width, columns);
  }
  return Math.max(rows * width, spanned);
}

interface Cell {
  colSpan: number;
  rowSpan: number;
}

/** The rows of a table, without those of tables in it. */
function* rowsOf(parent: HtmlElement): Generator<Cell[]> {
  for (const child of parent.children) {
    if (!isElement(child) || child.tagName === 'table') continue;
    if (child.tagName === 'tr') yield child.children.filter(isElement).map(cellOf);
    else if (/^(?:thead|tbody|tfoot)$/.test(child.tagName)) yield* rowsOf(child);
  }
}

function cellOf({ properties: { colSpan, rowSpan } }: HtmlElement): Cell {
  return { colSpan: Number(colSpan) || 1, rowSpan: Number(rowSpan) || 1 };
}
