import type {
  Block,
  TableBlock,
  TableDefinition,
  TableRecord,
  TableValue,
} from '../document-tree.ts';
import { referenceAddress } from '../reference-addresses.ts';
import { escapeHtmlText, htmlAttributes } from './escape-text.ts';

/** Writes the blocks of a cell as HTML on one line. */
type WriteBlocks = (blocks: readonly Block[]) => string;

/** Writes a table as HTML on one line, with `data-…` attributes for properties that HTML lacks. */
export function writeHtmlTable(table: TableBlock, writeBlocks: WriteBlocks): string {
  const { data, fragments } = table;
  const definitions = Object.values(data.definition);
  const texts = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
  const header = definitions.map((column) => writeHeader(column, table)).join('');
  const rows = Object.values(data.records).map((record) => {
    const cells = definitions.map((column) => writeCell(column, record, texts, writeBlocks));
    return `<tr>${cells.join('')}</tr>`;
  });
  const head = `<thead><tr>${header}</tr></thead>`;
  return `<table${tableAttributes(data)}>${head}<tbody>${rows.join('')}</tbody></table>`;
}

function tableAttributes({ view, fullWidth }: TableBlock['data']): string {
  const common = { 'data-full-width': fullWidth ? 'true' : undefined } as const;
  if (view.type === 'grid') {
    return htmlAttributes({
      ...common,
      'data-header-hidden': view.hideHeader ? true : undefined,
      'data-use-new-sizing': view.useNewSizing ? true : undefined,
    });
  }
  return htmlAttributes({
    'data-view': 'cards',
    'data-card-size': view.cardSize === 'large' ? 'large' : undefined,
    'data-hide-column-title': view.hideColumnTitle ? true : undefined,
    ...common,
  });
}

function writeHeader(column: TableDefinition, { data: { view } }: TableBlock): string {
  const { id, title, type } = column;
  const isCards = view.type === 'cards';
  const attributes = htmlAttributes({
    width: isCards ? undefined : view.columnWidths?.[id],
    'data-hidden': view.columns.includes(id) ? undefined : true,
    'data-card-target': (isCards && view.targetDefinition === id) || undefined,
    'data-card-cover': (isCards && view.coverDefinition === id) || undefined,
    'data-card-cover-dark': (isCards && view.coverDefinitionDark === id) || undefined,
    'data-type': type === 'text' ? undefined : type,
    ...columnAttributes(column),
  });
  return `<th${attributes}>${escapeHtmlText(title)}</th>`;
}

function columnAttributes(column: TableDefinition): Record<string, string | true | undefined> {
  switch (column.type) {
    case 'text': {
      const { textAlignment, verticalAlignment } = column;
      return {
        align: textAlignment === 'left' ? undefined : textAlignment,
        valign: verticalAlignment,
      };
    }
    case 'users':
      return { 'data-multiple': column.multiple || undefined };
    case 'rating':
      return { 'data-max': String(column.max) };
    case 'select': {
      const options = column.options.map(({ value, label, color }) => [value, label, color]);
      return {
        'data-multiple': column.multiple || undefined,
        'data-options': JSON.stringify(options),
      };
    }
    default:
      return {};
  }
}

function writeCell(
  { id, type }: TableDefinition,
  { values }: TableRecord,
  texts: ReadonlyMap<string, readonly Block[]>,
  writeBlocks: WriteBlocks,
): string {
  const value = values[id] ?? null;
  const text = typeof value === 'string' ? texts.get(value) : undefined;
  if (type === 'text' || text) return `<td>${writeBlocks(text ?? [])}</td>`;
  if (type === 'select' || type === 'users') return writeValues(value);
  return `<td>${writeValue(value)}</td>`;
}

/** Writes several values. Values with commas or irregular spaces are written as an attribute. */
function writeValues(value: TableValue): string {
  const values = Array.isArray(value) ? value : [];
  const isPlain = values.every((text) => /^[^\s,]+(?: [^\s,]+)*$/.test(text));
  if (isPlain) return `<td>${escapeHtmlText(values.join(', '))}</td>`;
  return `<td${htmlAttributes({ 'data-values': JSON.stringify(values) })}></td>`;
}

function writeValue(value: TableValue): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(writeAddress).join('');
  return typeof value === 'object' ? writeAddress(referenceAddress(value)) : String(value);
}

function writeAddress(address: string): string {
  return `<a${htmlAttributes({ href: address })}>${escapeHtmlText(address)}</a>`;
}
