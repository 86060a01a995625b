import { descendantsOf, isElement, type HastElement, type HastParent } from './hast.ts';
import { HtmlExcessError } from './parse-page.ts';

/** Maximum number of cells in a table whose rows are all as wide as the widest. */
const CELL_COUNT_MAX = 60_000;

/**
 * Rejects tables with too many cells. A few elements can claim many cells: markdown pads each row
 * to the widest, and repeats a cell across its span.
 *
 * @throws HtmlExcessError for a table with too many cells
 */
export function requireSmallTables(parent: HastParent): void {
  for (const element of descendantsOf(parent)) {
    if (element.tagName === 'table' && cellCount(element) > CELL_COUNT_MAX) {
      throw new HtmlExcessError(`has a table of more than ${CELL_COUNT_MAX} cells`);
    }
  }
}

function cellCount(table: HastElement): number {
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

/** Yields the rows of a table without those of nested tables. */
function* rowsOf(parent: HastElement): Generator<Cell[]> {
  for (const child of parent.children) {
    if (!isElement(child) || child.tagName === 'table') continue;
    if (child.tagName === 'tr') yield child.children.filter(isElement).map(cellOf);
    else if (/^(?:thead|tbody|tfoot)$/.test(child.tagName)) yield* rowsOf(child);
  }
}

function cellOf({ properties: { colSpan, rowSpan } }: HastElement): Cell {
  return { colSpan: Number(colSpan) || 1, rowSpan: Number(rowSpan) || 1 };
}
