import { defaultHandlers, type Handle, type State } from 'hast-util-to-mdast';
import { htmlCharactersMax } from '../../../document/document-limits.ts';
import type { Block } from '../../../document/document-tree.ts';
import { fitBlocks } from '../../../document/fit-blocks.ts';
import { buildTable, columnId } from '../../../document/table-builder.ts';
import { blockTexts } from '../../../document/tree-text.ts';
import { findDescendant, isElement, type HastElement } from './hast.ts';
import { blocksOf, markdownOfBlocks, markup, type MarkdownNodes } from './markdown-text.ts';

/** Maximum depth of nested tables; deeper ones become text. */
const TABLE_DEPTH_MAX = 3;

/** Elements whose markup cannot be inside a table cell's line. */
const blockMarkup = /^(?:table|figure|details|iframe)$/;

type Table = Extract<MarkdownNodes[number], { type: 'table' }>;
type CellContent = Table['children'][number]['children'][number]['children'];

const depths = new WeakMap<State, number>();

/**
 * Converts a table, with its caption above. It uses pipes if each cell is a line of text, otherwise
 * HTML.
 */
const table: Handle = (state, element: HastElement) => {
  const depth = (depths.get(state) ?? 0) + 1;
  if (depth > TABLE_DEPTH_MAX) return defaultHandlers.table(state, element);
  depths.set(state, depth);
  state.inTable = false;
  const made = defaultHandlers.table(state, element);
  state.inTable = depth > 1;
  depths.set(state, depth - 1);
  if (made.type === 'text') return made;
  const isPlain =
    hasLinesOnly(made) && !findDescendant(element, (one) => blockMarkup.test(one.tagName));
  const written = isPlain ? tableOfLines(made) : tableOfBlocks(made);
  const caption = element.children.filter(isElement).find(({ tagName }) => tagName === 'caption');
  return caption ? [...state.toFlow(state.all(caption)), written] : written;
};

/** Converts a cell. Its content remains blocks until the whole table has been read. */
const cell: Handle = (state, element: HastElement) => {
  const made = defaultHandlers.td(state, element);
  const blocks: MarkdownNodes = state.toFlow(made.children);
  return { ...made, children: blocks as CellContent };
};

/** Handlers that convert tables to markdown. */
export const tableHandlers: Record<string, Handle> = { table, td: cell, th: cell };

function hasLinesOnly({ children: rows }: Table): boolean {
  return rows.every((row) =>
    row.children.every(({ children }) => {
      const [first, ...others] = children as MarkdownNodes;
      return others.length === 0 && (first === undefined || first.type === 'paragraph');
    }),
  );
}

function tableOfLines(made: Table): Table {
  return withCells(made, (content) => {
    const [line] = content;
    return line?.type === 'paragraph' ? inOneLine(line.children) : [];
  });
}

function withCells(made: Table, contentOf: (content: MarkdownNodes) => CellContent): Table {
  for (const row of made.children) {
    for (const one of row.children) one.children = contentOf(one.children);
  }
  return made;
}

/** Removes what would end the line or the cell from text. */
function inOneLine(nodes: CellContent): CellContent {
  return nodes.map((node) => {
    if (node.type === 'break') return markup('<br>');
    if (node.type === 'html') return markup(node.value.replaceAll('|', String.raw`\|`));
    return 'children' in node ? { ...node, children: inOneLine(node.children) } : node;
  }) as CellContent;
}

function tableOfBlocks(made: Table): Table | ReturnType<typeof markup> {
  const [header, ...rows] = made.children.map((row) =>
    row.children.map((one) => blocksOf({ type: 'root', children: one.children })),
  );
  const definitions = (header ?? []).map((blocks, index) => {
    const textAlignment = made.align?.[index] ?? 'left';
    return { id: columnId(index), title: titleOf(blocks), type: 'text', textAlignment } as const;
  });
  const cells = rows.map((row) =>
    row.map((blocks) => ({ blocks: fitBlocks('cell', blocks, { origins: new Map() }) })),
  );
  const view = {
    type: 'grid',
    columns: definitions.map(({ id }) => id),
    hideHeader: definitions.every(({ title }) => title === ''),
  } as const;
  const written = markdownOfBlocks([buildTable(definitions, cells, view)]).trimEnd();
  if (written.length <= htmlCharactersMax) return markup(written);
  // A larger table would be parsed as code, so only its text is kept.
  return withCells(made, (content) => [
    { type: 'text', value: titleOf(blocksOf({ type: 'root', children: content })) },
  ]);
}

function titleOf(blocks: readonly Block[]): string {
  return blockTexts(blocks).join(' ');
}
