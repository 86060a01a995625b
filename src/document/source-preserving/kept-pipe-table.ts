import { canonicalJson } from '../../lib/canonical-json.ts';
import type { DiffBudget } from '../../lib/diff-budget.ts';
import type { Block, TableBlock } from '../document-tree.ts';
import { keptIndexes, pairRows } from './pair-rows.ts';
import { readLines, withoutEnd } from './stored-lines.ts';
import type { StoredLines } from './stored-lines.ts';
import type { StoredBlock } from './stored-units.ts';

/** A row of a pipe table: its cells with the surrounding white space. */
interface RawRow {
  cells: string[];
  start: string;
  end: string;
}

interface RewriteOptions {
  lines: StoredLines;
  lineEnd: string;
  budget: DiffBudget;
  /** Writes the table from scratch. */
  writeNew: () => string;
}

/**
 * Writes a pipe table with its stored rows and cells where possible. Returns undefined if it
 * requires HTML.
 */
export function rewritePipeTable(
  block: Block,
  { block: stored, source }: StoredBlock,
  { lines, lineEnd, budget, writeNew }: RewriteOptions,
): string | undefined {
  if (block.type !== 'table' || stored.type !== 'table' || source.type !== 'table')
    return undefined;
  const [start, end] = source.lines;
  const raw = Array.from({ length: end - start }, (_, index) =>
    withoutEnd(readLines(lines, start + index, start + index + 1) ?? ''),
  ).filter((line) => line.trim() !== '');
  const written = writeNew().split('\n');
  const [before, after] = [new TableTexts(stored), new TableTexts(block)];
  if (raw.length !== before.rows.length + 2 || written.length !== after.rows.length + 2) {
    return undefined;
  }
  if (!written.every((line) => line.startsWith('|'))) return undefined;
  const columns = keptIndexes(before.columns, after.columns, budget);
  const shared = [...columns].toSorted(([one], [other]) => one - other);
  const rows = pairRows(
    before.rows.map((row) => canonicalJson(shared.map(([, index]) => row[index]))),
    after.rows.map((row) => canonicalJson(shared.map(([index]) => row[index]))),
    budget,
  );
  const isSameWidth = before.columns.length === after.columns.length;
  const isSameOrder = isSameWidth && shared.length === after.columns.length;
  const texts = [
    rowOf(0, 0, (index, known) => before.titles[known] === after.titles[index]),
    rowOf(1, 1, (index, known) => before.alignments[known] === after.alignments[index]),
    ...after.rows.map((row, place) => {
      const known = rows.get(place);
      const isKept = (index: number, column: number) =>
        known !== undefined && before.rows[known]?.[column] === row[index];
      return rowOf(place + 2, known === undefined ? undefined : known + 2, isKept);
    }),
  ];
  return texts.join(lineEnd);

  function rowOf(
    place: number,
    known: number | undefined,
    isKept: (index: number, column: number) => boolean,
  ): string {
    const fresh = splitRow(written[place] ?? '');
    const old = known === undefined ? undefined : splitRow(raw[known] ?? '');
    let isSame = isSameOrder && old?.cells.length === after.columns.length;
    const cells = after.columns.map((_, index) => {
      const column = columns.get(index) ?? (isSameWidth ? index : undefined);
      const cell = column === undefined ? undefined : old?.cells[column];
      if (column !== undefined && cell !== undefined && isKept(index, column)) return cell;
      isSame = false;
      return fresh.cells[index] ?? ' ';
    });
    if (isSame && known !== undefined) return raw[known] ?? '';
    const edges = old ?? fresh;
    return edges.start + cells.join('|') + edges.end;
  }
}

/** The parts of a table as texts, for comparison. */
class TableTexts {
  readonly columns: string[];
  readonly titles: string[];
  readonly alignments: string[];
  readonly rows: string[][];

  constructor({ data: { definition, records }, fragments }: TableBlock) {
    const definitions = Object.values(definition);
    this.columns = definitions.map(({ id: _id, ...column }) => canonicalJson(column));
    this.titles = definitions.map(({ title }) => title);
    this.alignments = definitions.map(({ id: _id, title: _title, ...rest }) => canonicalJson(rest));
    const texts = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
    this.rows = Object.values(records).map(({ values }) =>
      definitions.map(({ id }) => {
        const value = values[id] ?? null;
        return canonicalJson(typeof value === 'string' ? (texts.get(value) ?? value) : value);
      }),
    );
  }
}

function splitRow(line: string): RawRow {
  const [, start = '', inner = '', end = ''] = /^(\s*\|?)(.*?)((?<!\\)\|?\s*)$/s.exec(line) ?? [];
  return { cells: inner.split(/(?<!\\)\|/), start, end };
}
