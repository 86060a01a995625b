import { canonicalJson } from '../../lib/canonical-json.ts';
import { isSameValue } from '../../lib/same-value.ts';
import type { DiffBudget } from '../../lib/diff-budget.ts';
import type {
  AnnotationInline,
  Block,
  Fragment,
  InlineContent,
  TableBlock,
  TableValue,
} from '../document-tree.ts';
import { referenceAddress } from '../reference-addresses.ts';
import type { SourceBlock } from '../source-tree.ts';
import { writeAnchor } from '../writing/write-blocks.ts';
import { changedValues } from './changed-values.ts';
import type { TextEncoding } from './encode-value.ts';
import { pairBlocks } from './match-blocks.ts';
import { hasMovedRows, parsedCells, shapeOf, sourceColumns } from './table-texts.ts';

/** A range of the source that contains consecutive texts. */
export interface TextWindow {
  start: number;
  end: number;
  language: TextEncoding;
}

/** A text of the stored document, in a line or as a value. */
export interface StoredText {
  window: TextWindow;
  /** The block of the text, in normal form. */
  block: Block;
  before: InlineContent | string;
  /** The replacement; undefined for a text that only helps to locate others. */
  after: InlineContent | string | undefined;
  /** Text to insert after it. */
  suffix?: string;
}

/** A block of the stored document and its replacement. */
interface BlockPair {
  normal: Block;
  /** The parsed block; undefined if it has other blocks. */
  parsed: Block | undefined;
  wanted: Block;
}

/** The blocks to compare. */
export interface ComparedBlocks {
  normal: readonly Block[];
  parsed: readonly Block[];
  wanted: readonly Block[];
}

/** Collects the changed texts of a document, with their neighbors. */
export class TextCollector {
  /** In source order within each window. */
  readonly texts: StoredText[] = [];
  /** Replacements of blocks with changed texts. */
  readonly wanted = new Map<Block, Block>();
  readonly #lineStarts: readonly number[];
  readonly #origins: ReadonlyMap<Block, SourceBlock>;
  readonly #windows = new Map<string, TextWindow>();
  readonly #budget: DiffBudget;

  constructor(source: string, origins: ReadonlyMap<Block, SourceBlock>, budget: DiffBudget) {
    const starts = [0];
    for (const { index, 0: end } of source.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
    this.#lineStarts = [...starts, source.length];
    this.#origins = origins;
    this.#budget = budget;
  }

  /** Pairs blocks with their replacements, and collects their texts. */
  addBlocks({ normal, parsed, wanted }: ComparedBlocks, around?: TextWindow): void {
    const isParallel = parsed.length === normal.length;
    const partners = this.#partners(normal, wanted);
    for (const [index, block] of normal.entries()) {
      const other = partners[index];
      const original = parsed[index];
      const pair = {
        normal: block,
        parsed: isParallel && original?.type === block.type ? original : undefined,
        wanted: other?.type === block.type ? other : block,
      };
      this.#addBlock(pair, around);
    }
  }

  #partners(normal: readonly Block[], wanted: readonly Block[]): (Block | undefined)[] {
    const isSwapped =
      normal.length === wanted.length &&
      normal.every(({ type }, index) => wanted[index]?.type === type);
    if (isSwapped) return swappedPartners(normal, wanted);
    const partners: (Block | undefined)[] = [];
    const { equal, replaced, names, storedNames } = pairBlocks(normal, wanted, this.#budget);
    const [before, after] = [new Set(storedNames), new Set(names)];
    for (const [place, index] of replaced) {
      const isMoved = before.has(names[place] ?? '') || after.has(storedNames[index] ?? '');
      if (!isMoved) partners[index] = wanted[place];
    }
    for (const [index, place] of equal.entries()) {
      if (place !== undefined) partners[index] = wanted[place];
    }
    return partners;
  }

  #addBlock({ normal, parsed, wanted }: BlockPair, around: TextWindow | undefined): void {
    const window = this.#windowOf(parsed, around);
    // The position of an unchanged text matters only next to changed ones.
    const isAlone = window !== around;
    const isSame = isSameValue(normal, wanted);
    if (!window || (isSame && isAlone && normal.type !== 'image')) return;
    switch (normal.type) {
      case 'paragraph':
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
      case 'code-line':
        this.#addLine(normal, wanted as typeof normal, window);
        this.#addNotes({ normal, parsed, wanted });
        return;
      case 'table':
        this.#addTable({ normal, parsed, wanted }, window);
        return;
      default:
    }
    this.#addData(normal, wanted, window);
    if ('nodes' in normal && 'nodes' in wanted) {
      const inner = parsed && 'nodes' in parsed ? (parsed.nodes as Block[]) : [];
      const nodes = { normal: normal.nodes as Block[], wanted: wanted.nodes as Block[] };
      this.addBlocks({ ...nodes, parsed: inner }, window);
    }
    if ('fragments' in normal && 'fragments' in wanted) {
      const inner = parsed && 'fragments' in parsed ? parsed.fragments : [];
      this.#addFragments(normal.fragments, inner, wanted.fragments, window);
    }
  }

  #addFragments(
    normal: readonly Fragment[],
    parsed: readonly Fragment[],
    wanted: readonly Fragment[],
    window: TextWindow | undefined,
  ): void {
    for (const [index, { nodes, fragment }] of normal.entries()) {
      const other = wanted[index]?.fragment === fragment ? wanted[index] : undefined;
      const blocks = { normal: nodes, parsed: parsed[index]?.nodes ?? [] };
      this.addBlocks({ ...blocks, wanted: other?.nodes ?? nodes }, window);
    }
  }

  #addLine(
    normal: Extract<Block, { nodes: unknown }>,
    wanted: Extract<Block, { nodes: unknown }>,
    window: TextWindow,
  ): void {
    const [before, after] = [normal.nodes, wanted.nodes] as [InlineContent, InlineContent];
    const suffix = newAnchor(normal, wanted);
    const isSameLine = isSameValue(before, after);
    const isChanged =
      suffix !== undefined || (!isSameLine && isSameValue(normal.data, wanted.data));
    const isOwn =
      suffix !== undefined ||
      (isChanged && !isSameValue(withoutNotes(before), withoutNotes(after)));
    const text = { window, block: normal, before, after: isOwn ? after : undefined };
    this.texts.push(suffix === undefined ? text : { ...text, suffix });
    if (isChanged) this.wanted.set(normal, wanted);
  }

  /** The source of a footnote is apart from the text that refers to it. */
  #addNotes({ normal, parsed, wanted }: BlockPair): void {
    const [before, original, after] = [normal, parsed, wanted].map(notesOf);
    if (!before || !after || before.length !== after.length) return;
    for (const [index, { fragments }] of before.entries()) {
      const inner = original?.length === before.length ? original[index]?.fragments : undefined;
      this.#addFragments(fragments, inner ?? [], after[index]?.fragments ?? fragments, undefined);
    }
  }

  #addData(normal: Block, wanted: Block, window: TextWindow): void {
    const changes = isSameValue(normal.data, wanted.data)
      ? []
      : (changedValues(normal.data, wanted.data) ?? []);
    for (const [before, after] of changes) this.#add({ window, block: normal, before, after });
    if (changes.length > 0) this.wanted.set(normal, { ...normal, data: wanted.data } as Block);
  }

  #add(text: StoredText): void {
    this.texts.push(text);
  }

  #addTable({ normal, parsed, wanted }: BlockPair, window: TextWindow): void {
    const [before, after] = [normal, wanted] as [TableBlock, TableBlock];
    const isSameShape =
      isSameValue(shapeOf(before), shapeOf(after)) && !hasMovedRows(before, after);
    const wantedTable = isSameShape ? after : before;
    if (isSameShape && !isSameValue(before.data, after.data)) {
      this.wanted.set(normal, { ...before, data: after.data });
    }
    const columns = sourceColumns(before, parsed);
    const cells = parsedCells(parsed);
    const origin = parsed && this.#origins.get(parsed);
    const isPipe = origin?.type === 'table';
    const line = (index: number) => (isPipe ? this.#window(origin.lines[0] + index, 1) : window);
    for (const id of columns) {
      const [old, fresh] = [before, wantedTable].map(({ data }) => data.definition[id]);
      if (!old || !fresh) continue;
      const changes = changedValues({ ...old, title: '' }, { ...fresh, title: '' });
      for (const [value, other] of changes ?? []) this.#addValue(line(0), before, value, other);
      this.#addValue(line(0), before, old.title, fresh.title);
    }
    const fragments = new Map(before.fragments.map((part) => [part.fragment, part]));
    const others = new Map(wantedTable.fragments.map((part) => [part.fragment, part]));
    for (const [index, [name, { values }]] of Object.entries(before.data.records).entries()) {
      const row = line(index + 2);
      for (const [place, id] of columns.entries()) {
        const value = values[id] ?? null;
        const fragment = typeof value === 'string' ? fragments.get(value) : undefined;
        if (fragment) {
          const other = others.get(fragment.fragment) ?? fragment;
          const original = cells[index]?.[place];
          this.#addFragments([fragment], original ? [original] : [], [other], row);
        } else {
          const wantedValue = wantedTable.data.records[name]?.values[id] ?? null;
          this.#addValues(row, before, value, wantedValue);
        }
      }
    }
  }

  #addValues(window: TextWindow, block: Block, before: TableValue, after: TableValue): void {
    const [old, fresh] = [before, after].map((value) => {
      if (Array.isArray(value)) return value;
      if (value === null) return [];
      return [typeof value === 'object' ? referenceAddress(value) : String(value)];
    });
    for (const [index, value] of (old ?? []).entries()) {
      this.#addValue(window, block, value, fresh?.[index] ?? value);
    }
  }

  #addValue(window: TextWindow, block: Block, before: string, after: string): void {
    if (before === '' && after === '') return;
    this.#add({ window, block, before, after: before === after ? undefined : after });
  }

  #windowOf(parsed: Block | undefined, around: TextWindow | undefined): TextWindow | undefined {
    const origin = parsed && this.#origins.get(parsed);
    if (!parsed || !origin) return around;
    const [start, end] = origin.lines;
    return this.#window(start, end - start, languageOf(origin, parsed));
  }

  #window(line: number, count: number, language: TextEncoding = 'markdown'): TextWindow {
    const key = `${line} ${count} ${language}`;
    const known = this.#windows.get(key);
    if (known) return known;
    const [start = 0, end = 0] = [line, line + count].map(
      (at) => this.#lineStarts[at] ?? this.#lineStarts.at(-1) ?? 0,
    );
    const window = { start, end, language };
    this.#windows.set(key, window);
    return window;
  }
}

/** Returns the anchor of a heading if it is new, and nothing else but text changes. */
function newAnchor(normal: Block, wanted: Block): string | undefined {
  if (!('id' in wanted.data) || 'id' in normal.data) return undefined;
  const { id, ...data } = wanted.data;
  return id !== undefined && isSameValue(data, normal.data) ? writeAnchor(id) : undefined;
}

/** Returns the replacements of blocks, except for those that only moved. */
function swappedPartners(
  normal: readonly Block[],
  wanted: readonly Block[],
): (Block | undefined)[] {
  const changed = [...normal.keys()].filter((at) => !isSameValue(normal[at], wanted[at]));
  if (changed.length < 2) return [...wanted];
  const [before, after] = [normal, wanted].map(
    (blocks) => new Map(changed.map((at) => [canonicalJson(blocks[at]), at])),
  );
  const moved = new Set([
    ...[...(after ?? [])].flatMap(([name, at]) => (before?.has(name) ? [at] : [])),
    ...[...(before ?? [])].flatMap(([name, at]) => (after?.has(name) ? [at] : [])),
  ]);
  return wanted.map((block, at) => (moved.has(at) ? undefined : block));
}

function notesOf(block: Block | undefined): AnnotationInline[] {
  if (!block || !('nodes' in block)) return [];
  const nodes = block.nodes as InlineContent;
  return nodes.flatMap((node) =>
    node.object === 'inline' && node.type === 'annotation' ? [node] : [],
  );
}

function withoutNotes(content: InlineContent): unknown {
  return content.map((node) =>
    node.object === 'inline' && node.type === 'annotation' ? { ...node, fragments: [] } : node,
  );
}

function languageOf({ type }: SourceBlock, parsed: Block): TextEncoding {
  if (type === 'html_block') return 'html';
  return parsed.type === 'code' ? 'code' : 'markdown';
}
