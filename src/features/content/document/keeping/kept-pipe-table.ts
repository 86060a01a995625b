import { canonicalJson } from '../../../../lib/canonical-json.ts';
import type { DiffBudget } from '../../merge/diff-budget.ts';
import { lineEdits } from '../../merge/line-edits.ts';
import type { Block, TableBlock } from '../document-tree.ts';
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

/** Returns the old index of each unchanged value, by its new index. */
function keptIndexes(
  before: readonly string[],
  after: readonly string[],
  budget: DiffBudget,
): Map<number, number> {
  const pairs = new Map<number, number>();
  let at = 0;
  let index = 0;
  const keepUntil = (end: number) => {
    for (; at < end; at += 1, index += 1) pairs.set(index, at);
  };
  for (const edit of lineEdits(before, after, budget)) {
    keepUntil(edit.start);
    at = edit.end;
    index += edit.lines.length;
  }
  keepUntil(before.length);
  return pairs;
}

/** Like `keptIndexes`, but also includes moved and replaced rows. */
function pairRows(
  before: readonly string[],
  after: readonly string[],
  budget: DiffBudget,
): Map<number, number> {
  const pairs = keptIndexes(before, after, budget);
  const used = new Set(pairs.values());
  const moved = new Map(before.flatMap((key, at) => (used.has(at) ? [] : [[key, at] as const])));
  for (const [index, key] of after.entries()) {
    const at = pairs.has(index) ? undefined : moved.get(key);
    if (at === undefined) continue;
    moved.delete(key);
    pairs.set(index, at);
    used.add(at);
  }
  if (before.length !== after.length) return pairs;
  for (const index of after.keys()) {
    if (!pairs.has(index) && !used.has(index)) pairs.set(index, index);
  }
  return pairs;
}

function splitRow(line: string): RawRow {
  const [, start = '', inner = '', end = ''] = /^(\s*\|?)(.*?)((?<!\\)\|?\s*)$/s.exec(line) ?? [];
  return { cells: inner.split(/(?<!\\)\|/), start, end };
}
