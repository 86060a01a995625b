import { withoutEmpty } from '../../lib/without-empty.ts';
import { normalizeReference, oneLine } from './normalize-inlines.ts';
import { buildTable, columnId } from '../table-builder.ts';
import type { Cell } from '../table-builder.ts';
import type {
  Block,
  TableBlock,
  TableDefinition,
  TableRecord,
  TableValue,
  TableView,
} from '../document-tree.ts';

/**
 * Normalizes a table: names columns and records by position, visible columns first, records by
 * `orderIndex`. Each cell gets a value of its column's type.
 */
export function normalizeTable(
  { data, fragments }: TableBlock,
  { normalizeBlocks }: { normalizeBlocks: (blocks: readonly Block[]) => Block[] },
): TableBlock {
  const { view, definition, records, fullWidth } = data;
  const names = columnNames(view, definition);
  const ids = new Map(names.map((name, index) => [name, columnId(index)]));
  const definitions = names.flatMap((name, index) => {
    const column = definition[name];
    return column ? [normalizeDefinition(column, columnId(index))] : [];
  });
  const texts = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
  const rows = inOrder(records).map(({ values }) => {
    return names.map((name, index): Cell => {
      const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
      const column = definitions[index];
      if (!column || column.type === 'text') {
        const text = typeof value === 'string' ? texts.get(value) : undefined;
        return { blocks: normalizeBlocks(text ?? []) };
      }
      return { value: normalizeValue(value, column) };
    });
  });
  return buildTable(definitions, rows, normalizeView(view, ids), fullWidth);
}

/** Returns the visible columns in order, then the others. */
function columnNames(view: TableView, definition: Record<string, TableDefinition>): string[] {
  const shown = view.columns.filter((name) => Object.hasOwn(definition, name));
  return [...new Set([...shown, ...Object.keys(definition)])];
}

function inOrder(records: Record<string, TableRecord>): TableRecord[] {
  return Object.values(records).toSorted((one, other) =>
    one.orderIndex < other.orderIndex ? -1 : Number(one.orderIndex > other.orderIndex),
  );
}

function normalizeDefinition(column: TableDefinition, id: string): TableDefinition {
  const title = oneLine(column.title);
  switch (column.type) {
    case 'text': {
      const { type, textAlignment, verticalAlignment } = column;
      const place = verticalAlignment ? { textAlignment, verticalAlignment } : { textAlignment };
      return { id, title, type, ...place };
    }
    case 'users':
      return { id, title, type: 'users', multiple: column.multiple };
    case 'rating':
      return { id, title, type: 'rating', max: column.max };
    case 'select': {
      const options = column.options.map(({ value, label, color }) => ({ value, label, color }));
      return { id, title, type: 'select', multiple: column.multiple, options };
    }
    default:
      return { id, title, type: column.type };
  }
}

function normalizeValue(value: TableValue, { type }: TableDefinition): TableValue {
  switch (type) {
    case 'number':
    case 'rating':
      return typeof value === 'number' ? value : null;
    case 'checkbox':
      return value === true;
    case 'files':
    case 'users':
    case 'select':
      return Array.isArray(value) ? value : typeof value === 'string' && value ? [value] : [];
    default:
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? normalizeReference(value)
        : null;
  }
}

function normalizeView(view: TableView, ids: ReadonlyMap<string, string>): TableView {
  const idOf = (name: string | undefined) => (name === undefined ? undefined : ids.get(name));
  const columns = [...new Set(view.columns.flatMap((name) => ids.get(name) ?? []))];
  if (view.type === 'cards') {
    return {
      type: 'cards',
      columns,
      cardSize: view.cardSize,
      ...withoutEmpty({
        targetDefinition: idOf(view.targetDefinition),
        coverDefinition: idOf(view.coverDefinition),
        coverDefinitionDark: idOf(view.coverDefinitionDark),
        hideColumnTitle: view.hideColumnTitle ? true : undefined,
      }),
    };
  }
  const widths = Object.entries(view.columnWidths ?? {}).flatMap(([name, width]) => {
    const id = idOf(name);
    return id === undefined || !columns.includes(id) ? [] : [[id, width] as const];
  });
  return {
    type: 'grid',
    columns,
    ...(widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {}),
    hideHeader: view.hideHeader,
    ...(view.useNewSizing ? { useNewSizing: true } : {}),
  };
}
