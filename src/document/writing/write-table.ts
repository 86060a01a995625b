import { createBlock } from '../document-nodes.ts';
import type { Block, TableBlock, TableDefinition } from '../document-tree.ts';
import type { WriteContext } from './write-context.ts';
import { writeHtmlBlocks } from './write-html-blocks.ts';
import { writeHtmlTable } from './write-html-table.ts';
import { writeInlines } from './write-inlines.ts';

/** Writes a table: with pipes if they can express all of it, otherwise as HTML. */
export function writeTable(table: TableBlock, context: WriteContext): string {
  const columns = Object.values(table.data.definition);
  const rows = pipeRows(table, columns);
  if (!rows) return writeHtmlTable(table, (blocks) => writeHtmlBlocks(blocks, context));
  const header = columns.map(({ title }) => writeCell([titleParagraph(title)], context));
  const delimiters = columns.map((column) => delimiterOf[alignmentOf(column)]);
  const cells = rows.map((row) => row.map((blocks) => writeCell(blocks, context)));
  return [header, delimiters, ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const delimiterOf = { left: '---', center: ':---:', right: '---:' } as const;

function alignmentOf(column: TableDefinition): 'left' | 'center' | 'right' {
  return column.type === 'text' ? column.textAlignment : 'left';
}

/** Returns the rows of a table for pipes; undefined if pipes cannot express it. */
function pipeRows(
  { data, fragments }: TableBlock,
  columns: readonly TableDefinition[],
): (readonly Block[])[][] | undefined {
  const { view, fullWidth, records } = data;
  const hasNoTitles = columns.every(({ title }) => title === '');
  const isPlain =
    view.type === 'grid' &&
    columns.length > 0 &&
    view.columns.length === columns.length &&
    view.columnWidths === undefined &&
    view.useNewSizing === undefined &&
    view.hideHeader === hasNoTitles &&
    fullWidth === undefined &&
    columns.every((column) => column.type === 'text' && column.verticalAlignment === undefined);
  const texts = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
  if (!isPlain || !fragments.every(({ nodes }) => isLine(nodes))) return undefined;
  return Object.values(records).map(({ values }) => {
    return columns.map(({ id }) => {
      const name = values[id];
      return typeof name === 'string' ? (texts.get(name) ?? []) : [];
    });
  });
}

/** Checks whether blocks are a single plain paragraph, which fits on one line. */
function isLine([first, ...others]: readonly Block[]): boolean {
  return others.length === 0 && first?.type === 'paragraph' && first.data.align === undefined;
}

function titleParagraph(title: string): Block {
  const leaf = { object: 'leaf', text: title, marks: [] } as const;
  return createBlock('paragraph', {}, [{ object: 'text', leaves: [{ ...leaf, marks: [] }] }]);
}

function writeCell([first]: readonly Block[], context: WriteContext): string {
  const text = first?.type === 'paragraph' ? writeInlines(first.nodes, 'line', context) : '';
  return text.replaceAll('|', '\\|') || ' ';
}
