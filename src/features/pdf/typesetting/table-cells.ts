import { createImage, createImages, createParagraph } from '../../../document/document-nodes.ts';
import type {
  Block,
  ContentReference,
  TableBlock,
  TableDefinition,
  TableValue,
} from '../../../document/document-tree.ts';
import { parseReferenceAddress } from '../../../document/reference-addresses.ts';
import { blockTexts } from '../../../document/tree-text.ts';

/** Content of a cell: blocks, or plain text if there are none. */
export interface TableCell {
  column: TableDefinition;
  blocks: readonly Block[];
  text: string;
}

export interface TableContent {
  columns: TableDefinition[];
  rows: TableCell[][];
}

/** Returns the visible columns of a table, and its rows in order. */
export function readTable({ data, fragments }: TableBlock): TableContent {
  const blocksByName = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
  const columns = data.view.columns.flatMap((id) => data.definition[id] ?? []);
  const records = Object.values(data.records).toSorted((a, b) =>
    a.orderIndex < b.orderIndex ? -1 : 1,
  );
  const rows = records.map(({ values }) =>
    columns.map((column) => readCell(column, values[column.id], blocksByName)),
  );
  return { columns, rows };
}

function readCell(
  column: TableDefinition,
  value: TableValue | undefined,
  blocksByName: ReadonlyMap<string, Block[]>,
): TableCell {
  const blocks = blocksOfValue(column, value, blocksByName);
  const text = blocks.length > 0 ? blockTexts(blocks).join(' ') : textOfValue(column, value);
  return { column, blocks, text };
}

function blocksOfValue(
  column: TableDefinition,
  value: TableValue | undefined,
  blocksByName: ReadonlyMap<string, Block[]>,
): readonly Block[] {
  if (column.type === 'text') {
    return typeof value === 'string' ? (blocksByName.get(value) ?? []) : [];
  }
  if (column.type === 'files' && Array.isArray(value)) {
    return value.map((address) =>
      named(parseReferenceAddress(address) ?? { kind: 'url', url: address }),
    );
  }
  const ref = referenceIn(value);
  if (!ref) return [];
  const isImage = column.type === 'image' && (ref.kind === 'url' || ref.kind === 'file');
  return [isImage ? createImages([createImage({ ref })]) : named(ref)];
}

/** Returns a paragraph that mentions a reference by its name. */
function named(ref: ContentReference): Block {
  return createParagraph([{ object: 'inline', type: 'mention', isVoid: true, data: { ref } }]);
}

/** Returns the reference in a cell; undefined if it has none. */
export function referenceIn(value: TableValue | undefined): ContentReference | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function textOfValue(column: TableDefinition, value: TableValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (column.type === 'checkbox') return value === true ? '☑' : '☐';
  if (column.type === 'rating') {
    const stars = Math.min(Math.max(Math.round(Number(value)) || 0, 0), column.max);
    return '★'.repeat(stars) + '☆'.repeat(Math.max(column.max - stars, 0));
  }
  if (typeof value === 'object' && !Array.isArray(value)) return '';
  const values = Array.isArray(value) ? value : [String(value)];
  if (column.type !== 'select') return values.join(', ');
  const labels = new Map(column.options.map((option) => [option.value, option.label]));
  return values.map((one) => labels.get(one) ?? one).join(', ');
}

/** Returns the alignment of a column: as stated for text, right for numbers. */
export function cellAlignment(column: TableDefinition): 'left' | 'center' | 'right' {
  if (column.type === 'text') return column.textAlignment;
  return column.type === 'number' ? 'right' : 'left';
}
