import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import type {
  Block,
  TableBlock,
  TableDefinition,
  TableValue,
} from '../../document/document-tree.ts';

/**
 * Returns the texts by which readers know a block that holds no text itself: the description of a
 * picture, the name of a file, an operation, the values of a table.
 */
export function descriptionsOf(block: Block): string[] {
  switch (block.type) {
    case 'image':
      return block.data.alt ? [block.data.alt] : [];
    case 'file':
      return fileName(block.data.ref.file);
    case 'embed':
      return [block.data.url];
    case 'content-ref':
      return block.data.ref.kind === 'url' ? [block.data.ref.url] : [];
    case 'swagger':
    case 'openapi-operation':
      return [`${block.data.method.toUpperCase()} ${block.data.path}`];
    case 'openapi-webhook':
      return [block.data.name];
    case 'openapi-schemas':
      return [...block.data.schemas];
    case 'table':
      return tableValues(block);
    default:
      return [];
  }
}

/** The values of cells that are no texts of their own, row by row. */
function tableValues({ data: { definition, records } }: TableBlock): string[] {
  return Object.values(records).flatMap(({ values }) =>
    Object.values(definition).flatMap((column) => shownValues(column, values[column.id])),
  );
}

function shownValues(column: TableDefinition, value: TableValue | undefined): string[] {
  if (column.type === 'number' && typeof value === 'number') return [String(value)];
  const values = [value].flat();
  if (column.type === 'select') {
    return column.options
      .filter((option) => values.includes(option.value))
      .map(({ label }) => label);
  }
  if (column.type !== 'files') return [];
  return values.flatMap((each) => (typeof each === 'string' ? fileName(each) : []));
}

/** The last part of the path of a file; nothing for an id. */
function fileName(address: string): string[] {
  const name = decodeUrlPart(
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '',
  );
  return name.includes('.') ? [name] : [];
}
