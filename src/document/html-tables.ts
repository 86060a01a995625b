import { withoutEmpty } from '../lib/without-empty.ts';
import { createReference } from './content-references.ts';
import type { ConversionContext } from './content-references.ts';
import { createParagraph } from './document-nodes.ts';
import type { Block, TableBlock, TableDefinition, TableValue, TableView } from './document-tree.ts';
import { htmlText } from './html-tree.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';
import { readVerticalAlignment } from './lengths.ts';
import { buildTable, columnId } from './table-builder.ts';
import type { Cell } from './table-builder.ts';

/** Converts the content of a cell to blocks. */
type ConvertNodes = (nodes: readonly HtmlNode[]) => Block[];

interface Column {
  definition: TableDefinition;
  attributes: Record<string, string>;
}

/**
 * Converts an HTML table. The `data-…` attributes of the table and its headers define the view and
 * the column types.
 */
export function convertHtmlTable(
  table: HtmlElement,
  convertNodes: ConvertNodes,
  context: ConversionContext,
): TableBlock {
  const rows = tableRows(table.children);
  const first = rows[0] ?? [];
  const hasHeader = first.length > 0 && first.every(({ name }) => name === 'th');
  const body = hasHeader ? rows.slice(1) : rows;
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const columnCells: HtmlElement[][] = Array.from({ length: width }, () => []);
  for (const row of body) row.forEach((cell, index) => columnCells[index]?.push(cell));
  const columns = Array.from({ length: width }, (_, index) => {
    return createColumn(hasHeader ? first[index] : undefined, index, columnCells[index] ?? []);
  });
  const cells = body.map((row) => {
    return row.map((cell, index) =>
      convertCell(cell, columns[index]?.definition, convertNodes, context),
    );
  });
  const definitions = columns.map(({ definition }) => definition);
  const fullWidth = table.attributes['data-full-width'] === 'true';
  return buildTable(definitions, cells, tableView(table, columns, hasHeader), fullWidth);
}

function tableRows(nodes: readonly HtmlNode[]): HtmlElement[][] {
  return nodes.flatMap((node) => {
    if (node.name === 'tr') return [node.children.filter((child) => isCell(child))];
    return ['thead', 'tbody', 'tfoot'].includes(node.name ?? '') && 'children' in node
      ? tableRows(node.children)
      : [];
  });
}

function isCell(node: HtmlNode): node is HtmlElement {
  return node.name === 'td' || node.name === 'th';
}

function createColumn(
  header: HtmlElement | undefined,
  index: number,
  cells: readonly HtmlElement[],
): Column {
  const attributes = header?.attributes ?? {};
  const id = columnId(index);
  const title = header ? cellText(header) : '';
  const multiple = 'data-multiple' in attributes;
  switch (attributes['data-type']) {
    case 'number':
    case 'checkbox':
    case 'files':
    case 'content-ref':
    case 'image':
      return { attributes, definition: { id, title, type: attributes['data-type'] } };
    case 'users':
      return { attributes, definition: { id, title, type: 'users', multiple } };
    case 'rating': {
      const max = Number(attributes['data-max'] ?? '5') || 5;
      return { attributes, definition: { id, title, type: 'rating', max } };
    }
    case 'select': {
      const options = readOptions(attributes['data-options']) ?? usedOptions(cells);
      return { attributes, definition: { id, title, type: 'select', multiple, options } };
    }
    default: {
      const textAlignment = columnAlignment(attributes);
      const vertical = readVerticalAlignment(attributes.valign);
      const place = vertical ? { textAlignment, verticalAlignment: vertical } : { textAlignment };
      return { attributes, definition: { id, title, type: 'text', ...place } };
    }
  }
}

function columnAlignment(attributes: Record<string, string>): 'left' | 'center' | 'right' {
  const style = /text-align\s*:\s*(\w+)/i.exec(attributes.style ?? '')?.[1];
  const align = attributes.align ?? style;
  return align === 'center' || align === 'right' ? align : 'left';
}

function tableView(table: HtmlElement, columns: readonly Column[], hasHeader: boolean): TableView {
  const { attributes } = table;
  const visible = columns.filter((column) => !('data-hidden' in column.attributes));
  const ids = visible.map(({ definition }) => definition.id);
  if (attributes['data-view'] === 'cards') {
    const columnWith = (name: string) =>
      columns.find((column) => name in column.attributes)?.definition.id;
    return {
      type: 'cards',
      columns: ids,
      cardSize: attributes['data-card-size'] === 'large' ? 'large' : 'medium',
      ...withoutEmpty({
        targetDefinition: columnWith('data-card-target'),
        coverDefinition: columnWith('data-card-cover'),
        coverDefinitionDark: columnWith('data-card-cover-dark'),
        hideColumnTitle: 'data-hide-column-title' in attributes || undefined,
      }),
    };
  }
  const widths = visible.flatMap(({ definition, attributes: { width } }) => {
    const value = Number.parseFloat(width ?? '');
    return Number.isFinite(value) ? [[definition.id, value] as const] : [];
  });
  return {
    type: 'grid',
    columns: ids,
    ...(widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {}),
    hideHeader: !hasHeader || 'data-header-hidden' in attributes,
    ...('data-use-new-sizing' in attributes ? { useNewSizing: true } : {}),
  };
}

function convertCell(
  cell: HtmlElement,
  definition: TableDefinition | undefined,
  convertNodes: ConvertNodes,
  context: ConversionContext,
): Cell {
  const value = definition && cellValue(cell, definition, context);
  if (value !== undefined) return { value };
  const blocks = convertNodes(cell.children);
  return { blocks: blocks.length > 0 ? blocks : [createParagraph([])] };
}

/**
 * Returns the value of a cell in a column that is not text; undefined for text and for invalid
 * values.
 */
function cellValue(
  cell: HtmlElement,
  definition: TableDefinition,
  context: ConversionContext,
): TableValue | undefined {
  // Returns early: a nested table would otherwise be read again for each table around it.
  if (definition.type === 'text') return undefined;
  const text = cellText(cell);
  const addresses = cellAddresses(cell.children);
  switch (definition.type) {
    case 'number':
    case 'rating': {
      const number = Number(text);
      return text === '' || !Number.isFinite(number) ? null : number;
    }
    case 'checkbox':
      return text === 'true';
    case 'files':
      return addresses;
    case 'users':
      return addresses.length > 0 ? addresses : selectValues(cell);
    case 'select':
      return selectValues(cell);
    case 'content-ref':
    case 'image': {
      const address = addresses[0] ?? text;
      return address === '' ? null : (createReference(address, context) ?? null);
    }
  }
}

type Options = Extract<TableDefinition, { type: 'select' }>['options'];

function usedOptions(cells: readonly HtmlElement[]): Options {
  const values = new Set(cells.flatMap(selectValues));
  return [...values].map((value) => ({ value, label: value, color: '' }));
}

/** Parses the options of a column from JSON: `[["value", "label", "color"], …]`. */
function readOptions(json: string | undefined): Options | undefined {
  const rows = parseJson(json);
  if (!Array.isArray(rows)) return undefined;
  return rows.flatMap((row: unknown) => {
    const texts = Array.isArray(row) ? row.map(String) : [];
    const [value, label = value, color = ''] = texts;
    return value === undefined || label === undefined ? [] : [{ value, label, color }];
  });
}

function parseTexts(json: string | undefined): string[] | undefined {
  const values = parseJson(json);
  return Array.isArray(values) ? values.map(String) : undefined;
}

function parseJson(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

function cellText(cell: HtmlElement): string {
  return htmlText(cell.children).replace(/\s+/g, ' ').trim();
}

/** Returns the targets of links and images in a cell. */
function cellAddresses(nodes: readonly HtmlNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.name === undefined) return [];
    const address = node.name === 'a' ? node.attributes.href : undefined;
    const source = node.name === 'img' ? node.attributes.src : undefined;
    return [address ?? source ?? '', ...cellAddresses(node.children)].filter((item) => item !== '');
  });
}

/** Returns the values of a cell. Values with commas are JSON in `data-values`. */
function selectValues(cell: HtmlElement): string[] {
  return parseTexts(cell.attributes['data-values']) ?? splitValues(cellText(cell));
}

function splitValues(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
