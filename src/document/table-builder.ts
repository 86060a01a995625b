import type {
  Block,
  Fragment,
  TableBlock,
  TableDefinition,
  TableRecord,
  TableValue,
  TableView,
} from './document-tree.ts';

/** A cell of a table: text (a fragment) or a value of the column's type. */
export type Cell = { blocks: Block[] } | { value: TableValue };

/**
 * Builds a table block from columns and rows. Columns, records and fragments are named by position.
 */
export function buildTable(
  definitions: readonly TableDefinition[],
  rows: readonly (readonly Cell[])[],
  view: TableView,
  fullWidth = false,
): TableBlock {
  const records: Record<string, TableRecord> = {};
  const fragments: Fragment[] = [];
  rows.forEach((cells, rowIndex) => {
    const values: Record<string, TableValue> = {};
    cells.forEach((cell, columnIndex) => {
      const id = definitions[columnIndex]?.id;
      if (id === undefined) return;
      if ('value' in cell) {
        values[id] = cell.value;
        return;
      }
      const fragment = `r${rowIndex + 1}${id}`;
      fragments.push({ object: 'fragment', fragment, nodes: cell.blocks });
      values[id] = fragment;
    });
    records[`r${rowIndex + 1}`] = { orderIndex: String(rowIndex).padStart(6, '0'), values };
  });
  const definition = Object.fromEntries(definitions.map((column) => [column.id, column]));
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: { view, definition, records, ...(fullWidth ? { fullWidth } : {}) },
    fragments,
  };
}

/** Returns the name of a column, counted from 0. */
export function columnId(index: number): string {
  return `c${index + 1}`;
}
