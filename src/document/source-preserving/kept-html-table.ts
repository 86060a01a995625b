import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { DiffBudget } from '../../lib/diff-budget.ts';
import type { Block, TableBlock } from '../document-tree.ts';
import { keptIndexes, pairRows } from './pair-rows.ts';
import { readLines, withoutEnd } from './stored-lines.ts';
import type { StoredLines } from './stored-lines.ts';
import type { StoredBlock } from './stored-units.ts';

/** A part of a text. */
interface Range {
  start: number;
  end: number;
}

interface RawRow extends Range {
  cells: Range[];
}

/** An HTML table as written. */
interface RawTable {
  text: string;
  /** The start tag. */
  tag: Range;
  header: RawRow | undefined;
  /** At least one. */
  rows: RawRow[];
}

interface RewriteOptions {
  lines: StoredLines;
  lineEnd: string;
  budget: DiffBudget;
  /** Writes a table as HTML from scratch, with a row of headers. */
  writeHtml: (table: TableBlock) => string;
}

/**
 * Writes an HTML table with its stored tags, rows, cells and white space where possible. Returns
 * undefined if it must be written from scratch.
 */
export function rewriteHtmlTable(
  block: Block,
  { block: stored, source }: StoredBlock,
  { lines, lineEnd, budget, writeHtml }: RewriteOptions,
): string | undefined {
  if (block.type !== 'table' || stored.type !== 'table' || source.type === 'table')
    return undefined;
  const text = withoutEnd(readLines(lines, ...source.lines) ?? '');
  const rowCount = Object.keys(stored.data.records).length;
  const raw = readTable(text, rowCount);
  const before = readTable(writeHtml(stored), rowCount);
  const after = readTable(
    writeHtml(block).replaceAll('\n', lineEnd),
    Object.keys(block.data.records).length,
  );
  return raw && before && after && new HtmlTableRewrite(raw, before, after, budget).write();
}

/** Replaces what differs between two tables, written in the same way, in a third text. */
class HtmlTableRewrite {
  readonly #raw: RawTable;
  readonly #before: RawTable;
  readonly #after: RawTable;
  /** Old index of each column that is kept, by its new index. */
  readonly #columns: Map<number, number>;
  /** Old index of each row that is kept or edited, by its new index. */
  readonly #rows: Map<number, number>;

  constructor(raw: RawTable, before: RawTable, after: RawTable, budget: DiffBudget) {
    this.#raw = raw;
    this.#before = before;
    this.#after = after;
    const [old, fresh] = [cellTexts(before, before.header), cellTexts(after, after.header)];
    this.#columns = keptIndexes(old, fresh, budget);
    if (old.length === fresh.length) {
      for (const index of fresh.keys()) {
        if (!this.#columns.has(index)) this.#columns.set(index, index);
      }
    }
    const shared = [...this.#columns].toSorted(([one], [other]) => one - other);
    const keyOf = (table: RawTable, row: RawRow, columns: readonly number[]) => {
      const cells = cellTexts(table, row);
      return JSON.stringify(columns.map((index) => cells[index]));
    };
    const [freshColumns, oldColumns] = [0, 1].map((side) => shared.map((pair) => pair[side] ?? 0));
    this.#rows = pairRows(
      before.rows.map((row) => keyOf(before, row, oldColumns ?? [])),
      after.rows.map((row) => keyOf(after, row, freshColumns ?? [])),
      budget,
    );
  }

  write(): string {
    const { text, tag, header, rows } = this.#raw;
    const [first, last] = [rows[0] as RawRow, rows.at(-1) as RawRow];
    const isSameTag =
      partOf(this.#before, this.#before.tag) === partOf(this.#after, this.#after.tag);
    const start = header?.start ?? first.start;
    const head = header
      ? this.#row(header, this.#before.header, this.#after.header) +
        text.slice(header.end, first.start)
      : '';
    const body = this.#after.rows.map((row, index) => {
      const at = this.#rows.get(index);
      const known = at === undefined ? undefined : this.#before.rows[at];
      return this.#gap(index, at) + this.#row(at === undefined ? undefined : rows[at], known, row);
    });
    return [
      text.slice(0, tag.start),
      isSameTag ? partOf(this.#raw, tag) : partOf(this.#after, this.#after.tag),
      text.slice(tag.end, start),
      head,
      ...body,
      text.slice(last.end),
    ].join('');
  }

  /** Returns the text between a row and the one before. */
  #gap(index: number, at: number | undefined): string {
    if (index === 0) return '';
    const { text, rows } = this.#raw;
    const place = at === undefined || at === 0 ? 1 : at;
    const [previous, row] = [rows[place - 1], rows[place]];
    if (previous && row) return text.slice(previous.end, row.start);
    // The white space before the only row.
    return /\s*$/.exec(text.slice(0, rows[0]?.start))?.[0] ?? '';
  }

  #row(raw: RawRow | undefined, before: RawRow | undefined, after: RawRow | undefined): string {
    const old = cellTexts(this.#before, before);
    const fresh = cellTexts(this.#after, after);
    const isSame =
      old.length === fresh.length &&
      fresh.every((cell, index) => this.#columns.get(index) === index && old[index] === cell);
    if (raw && isSame) return partOf(this.#raw, raw);
    // A row with fewer cells than columns is written from scratch.
    const cells = raw?.cells.length === old.length ? raw.cells : [];
    const texts = fresh.map((cell, index) => {
      const column = this.#columns.get(index) ?? -1;
      const known = cells[column];
      return known && old[column] === cell ? partOf(this.#raw, known) : cell;
    });
    const model = raw ?? this.#raw.rows[0] ?? { start: 0, end: 0, cells: [] };
    const { text } = this.#raw;
    const [one, two] = model.cells;
    const start =
      raw || !one ? text.slice(model.start, one?.start) : `<tr>${spaceBefore(text, one)}`;
    const between = one && two ? text.slice(one.end, two.start) : '';
    return (
      start + texts.join(between) + text.slice(model.cells.at(-1)?.end ?? model.end, model.end)
    );
  }
}

function spaceBefore(text: string, { start }: Range): string {
  return /\s*$/.exec(text.slice(0, start))?.[0] ?? '';
}

function partOf({ text }: RawTable, { start, end }: Range): string {
  return text.slice(start, end);
}

function cellTexts(table: RawTable, row: RawRow | undefined): string[] {
  return row?.cells.map((cell) => partOf(table, cell)) ?? [];
}

/** Finds the parts of a text with one table; undefined if it has other numbers of them. */
function readTable(text: string, rowCount: number): RawTable | undefined {
  const { childNodes } = parseFragment(text, { sourceCodeLocationInfo: true });
  const [table, ...others] = tablesIn(childNodes);
  const tag = table?.sourceCodeLocation?.startTag;
  if (!table || !tag || others.length > 0 || rowCount === 0) return undefined;
  const rows = rowsIn(table.childNodes).map((row) => rangeOf(row, cellsIn(row)));
  if (rows.some((row) => row === undefined)) return undefined;
  const known = rows as RawRow[];
  const header = known.length === rowCount + 1 ? known.shift() : undefined;
  if (known.length !== rowCount) return undefined;
  return { text, tag: { start: tag.startOffset, end: tag.endOffset }, header, rows: known };
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

function tablesIn(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => {
    if (!tree.isElementNode(node)) return [];
    return node.tagName === 'table' ? [node] : tablesIn(node.childNodes);
  });
}

function rowsIn(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => {
    if (!tree.isElementNode(node)) return [];
    if (node.tagName === 'tr') return [node];
    return ['thead', 'tbody', 'tfoot'].includes(node.tagName) ? rowsIn(node.childNodes) : [];
  });
}

function cellsIn({ childNodes }: Element): Element[] {
  return childNodes.filter(
    (node): node is Element =>
      tree.isElementNode(node) && (node.tagName === 'td' || node.tagName === 'th'),
  );
}

function rangeOf(row: Element, cells: readonly Element[]): RawRow | undefined {
  const location = row.sourceCodeLocation;
  const ranges = cells.map(({ sourceCodeLocation: cell }) => cell);
  if (!location?.startTag || ranges.some((range) => !range)) return undefined;
  return {
    start: location.startOffset,
    end: location.endOffset,
    cells: ranges.flatMap((range) =>
      range ? [{ start: range.startOffset, end: range.endOffset }] : [],
    ),
  };
}
