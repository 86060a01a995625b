import type { Token } from 'markdown-it';
import type { ConversionContext } from './content-references.ts';
import { convertCell } from './cell-lists.ts';
import type { TableBlock, TableDefinition } from './document-tree.ts';
import { convertInlines } from './inlines.ts';
import type { SourceBlock } from './source-tree.ts';
import { buildTable, columnId } from './table-builder.ts';
import { inlineText } from './tree-text.ts';

/** Converts a pipe table, whose columns are all text. */
export function convertPipeTable(table: SourceBlock, context: ConversionContext): TableBlock {
  const rows = table.children.flatMap((section) => section.children);
  const [header, ...body] = rows;
  const definitions = (header?.children ?? []).map((cell, index): TableDefinition => {
    const text = convertInlines(tokensOf(cell), context).map(inlineText).join('');
    const title = text.replaceAll(/\s+/g, ' ');
    return { id: columnId(index), title, type: 'text', textAlignment: alignment(cell) };
  });
  const cells = body.map((row) => {
    return row.children.map((cell) => ({ blocks: convertCell(tokensOf(cell), context) }));
  });
  const hideHeader = definitions.every(({ title }) => title === '');
  const columns = definitions.map(({ id }) => id);
  return buildTable(definitions, cells, { type: 'grid', columns, hideHeader });
}

function tokensOf(cell: SourceBlock): readonly Token[] {
  return cell.children[0]?.token.children ?? [];
}

function alignment(cell: SourceBlock): 'left' | 'center' | 'right' {
  const style = String(cell.token.attrGet('style') ?? '');
  if (style.endsWith('center')) return 'center';
  return style.endsWith('right') ? 'right' : 'left';
}
