import { parse } from 'csv-parse/sync';
import { createParagraph, createText } from '../../../document/document-nodes.ts';
import type { InlineContent, LinkInline } from '../../../document/document-tree.ts';
import { charactersMax, tableCellsMax } from '../../../document/document-limits.ts';
import { buildTable, columnId } from '../../../document/table-builder.ts';
import { markdownOfBlocks } from '../html/markdown-text.ts';
import type { Refusal } from '../refusal.ts';
import type { RowPage } from './notion-databases.ts';

/** Maximum number of columns in a generated table. */
const COLUMN_COUNT_MAX = 100;

export interface DatabaseTable {
  csv: string;
  /** Pages of the rows. */
  pages: RowPage[];
}

export interface ConvertedDatabase {
  /** Table whose rows link to their pages. */
  markdown: string;
  /** Notes on omitted parts of the table, worded to follow its name. */
  notes: string[];
}

/** Converts the table of a database to markdown. Never throws because of the table's content. */
export function databaseToMarkdown({ csv, pages }: DatabaseTable): ConvertedDatabase | Refusal {
  const all = readValues(csv);
  if (!all) return { refusal: 'is not a readable table of values' };
  const [header = [], ...rows] = all;
  // A row can have more values than the header has names.
  const width = all.reduce((most, { length }) => Math.max(most, length), 0);
  const titles = Array.from(
    { length: Math.min(width, COLUMN_COUNT_MAX) },
    (_, index) => header[index] ?? '',
  );
  const count = countThatFit(rows, titles.length);
  const linkOf = rowLinks(rows, pages);
  const cells = rows.slice(0, count).map((row) =>
    titles.map((_, index) => {
      const value = row[index] ?? '';
      const link = index === 0 ? linkOf(value) : undefined;
      return { blocks: [createParagraph(link ? [link] : textWithLinks(value))] };
    }),
  );
  const definitions = titles.map(
    (title, index) =>
      ({ id: columnId(index), title, type: 'text', textAlignment: 'left' }) as const,
  );
  const view = {
    type: 'grid',
    columns: definitions.map(({ id }) => id),
    hideHeader: titles.every((title) => title === ''),
  } as const;
  const notes = [
    ...(width > titles.length ? [`has only ${titles.length} of its columns`] : []),
    ...(rows.length > count ? [`has only ${count} of its ${rows.length} rows`] : []),
  ];
  const markdown =
    titles.length === 0 ? '' : markdownOfBlocks([buildTable(definitions, cells, view)]);
  return { markdown, notes };
}

function readValues(csv: string): string[][] | undefined {
  try {
    return parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true });
  } catch {
    return undefined;
  }
}

/** Returns how many rows fit into one table. A larger table would be parsed as code. */
function countThatFit(rows: readonly string[][], columns: number): number {
  const most = Math.floor(tableCellsMax / Math.max(columns, 1)) - 1;
  let characters = 0;
  const over = rows.findIndex((row, index) => {
    // Cell delimiters and escapes.
    for (const value of row.slice(0, columns)) characters += 2 * value.length + 4;
    return index >= most || characters > charactersMax / 2;
  });
  return over === -1 ? rows.length : over;
}

/**
 * Returns a function that links the title of a row to its page. File names keep only part of a
 * title's characters, so rows or pages with equal names are ambiguous and get no link.
 */
function rowLinks(
  rows: readonly string[][],
  pages: readonly RowPage[],
): (title: string) => LinkInline | undefined {
  const pagesByName = new Map<string, RowPage | null>();
  for (const page of pages) {
    const name = lettersOf(page.name);
    pagesByName.set(name, pagesByName.has(name) ? null : page);
  }
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const [title = ''] of rows) {
    const letters = lettersOf(title);
    (seen.has(letters) ? repeated : seen).add(letters);
  }
  const lengths = new Set([...pagesByName.keys()].map(({ length }) => length));
  const cutLengths = [...lengths].filter((length) => length >= CUT_LENGTH_MIN);
  return (title) => {
    const letters = lettersOf(title);
    const cuts = cutLengths
      .filter((length) => length < letters.length)
      .toSorted((a, b) => b - a)
      .map((length) => letters.slice(0, length));
    const name = [letters, ...cuts].find((one) => one !== '' && pagesByName.has(one));
    const page = name === undefined ? undefined : pagesByName.get(name);
    return page && !repeated.has(letters) ? linkTo(page.address, title) : undefined;
  };
}

/** Notion truncates file names at about fifty characters. */
const CUT_LENGTH_MIN = 20;

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function linkTo(url: string, text: string): LinkInline {
  return {
    ...{ object: 'inline', type: 'link', isVoid: false },
    data: { ref: { kind: 'url', url } },
    nodes: [createText(text)],
  };
}

/** Candidate for the address of a page after its title: `Title (address)`. */
const bracketed = /\(([^()\s]{32,1000})\)/g;

/** Parses a value and turns titles of other pages into links. */
function textWithLinks(value: string): InlineContent {
  const parts: InlineContent = [];
  let at = 0;
  for (const { index, 0: whole, 1: address = '' } of value.matchAll(bracketed)) {
    if (!/[0-9a-f]{32}/.test(address)) continue;
    const before = value.slice(at, index);
    const title = before
      .slice(Math.max(before.lastIndexOf(','), before.lastIndexOf('\n')) + 1)
      .trim();
    if (title === '') continue;
    const start = before.lastIndexOf(title);
    if (start > 0) parts.push(createText(before.slice(0, start)));
    parts.push(linkTo(address, title));
    at = index + whole.length;
  }
  if (at < value.length) parts.push(createText(value.slice(at)));
  return parts;
}
