import { DiffBudget } from '../../lib/diff-budget.ts';
import type { Block, DocumentTree, ListBlock, TableBlock } from '../document-tree.ts';
import type { ParsedDocument } from '../markdown-to-document.ts';
import { sameLists } from '../writing/write-blocks.ts';
import { blocksWithin, isSameContainer, readContainer } from './containers.ts';
import type { StoredContainer } from './containers.ts';
import { joinParts } from './join-parts.ts';
import type { ContainerPart } from './join-parts.ts';
import { rewriteCode } from './kept-code.ts';
import { rewriteHtmlTable } from './kept-html-table.ts';
import { rewritePipeTable } from './kept-pipe-table.ts';
import { matchBlocks } from './match-blocks.ts';
import type { BlockMatch } from './match-blocks.ts';
import { allLines, putPrefix, readLines, withoutEnd } from './stored-lines.ts';
import type { StoredLines } from './stored-lines.ts';
import { findUnits } from './stored-units.ts';
import type { StoredBlock, StoredUnit } from './stored-units.ts';

/** Maximum work of comparing the blocks of one document. */
const DIFF_UNITS_MAX = 2_000_000;

/** The neighborhood of a block that is rewritten. */
export interface KeptBlockPlace {
  /** Markers of adjacent lists. */
  takenMarkers: readonly string[];
  /** For an item: its list, its index, and the marker of the other items. */
  list: { block: ListBlock; index: number; marker: string } | undefined;
}

/** Writes blocks from scratch. */
export interface BlockWriter {
  write: (block: Block, place: KeptBlockPlace) => string;
  /** Writes a table as HTML, with a row of headers. */
  writeHtmlTable: (table: TableBlock) => string;
}

export interface KeepOptions {
  /** Line break in rewritten text. */
  lineEnd: string;
  /** Whether the text around a block that is edited in place is kept too. */
  keepsGaps: boolean;
  /**
   * Whether unchanged parts of a changed block are kept: lines of code, table rows, lines of text.
   */
  keepsParts: boolean;
}

/** A stored list whose items are compared individually. */
interface KeptList {
  block: ListBlock;
  marker: string;
}

/** Writes blocks with their stored text where possible, and others from scratch. */
export class KeptBlocks {
  private readonly origins: ParsedDocument['origins'];
  private readonly writer: BlockWriter;
  private readonly options: KeepOptions;
  private readonly budget = new DiffBudget(DIFF_UNITS_MAX);

  constructor(origins: ParsedDocument['origins'], writer: BlockWriter, options: KeepOptions) {
    this.origins = origins;
    this.writer = writer;
    this.options = options;
  }

  /**
   * Returns the blocks of a whole document; undefined if their texts cannot be separated.
   *
   * @param documents the parsed document, the same in normal form, and the one to write
   */
  writeDocument(
    stored: string,
    documents: Record<'parsed' | 'normal' | 'wanted', DocumentTree>,
  ): string | undefined {
    const { parsed, normal, wanted } = documents;
    const lines = allLines(stored);
    const units = findUnits(normal.nodes, parsed.nodes, this.origins, lines);
    return units && this.writeBlocks(wanted.nodes, units, lines);
  }

  private writeBlocks(
    wanted: readonly Block[],
    units: readonly StoredUnit[],
    lines: StoredLines,
    list?: KeptList,
  ): string | undefined {
    const matches = matchBlocks(wanted, units, this.budget);
    const parts: ContainerPart[] = [];
    for (let index = 0; index < wanted.length; index += 1) {
      const match = matches.get(index);
      const kept = match?.isEqual ? readLines(lines, match.unit.start, match.unit.end) : undefined;
      if (match && kept !== undefined) {
        const { unit, isMoved } = match;
        parts.push(isMoved ? movedPart(kept) : { text: kept, unit, isKept: true });
        index += unit.blocks.length - 1;
        continue;
      }
      const block = wanted[index];
      if (!block) break;
      const place = placeOf(wanted, index, matches, list);
      const text =
        this.writeWithin(block, match, lines) ??
        this.writeParts(block, place, match, lines) ??
        this.toLines(this.writer.write(block, place));
      parts.push({ text, unit: match?.isEqual ? undefined : match?.unit, isKept: false });
    }
    const isClose = list !== undefined && isCloseList(units);
    const { lineEnd, keepsGaps } = this.options;
    return joinParts(parts, { units, lines, lineEnd, keepsGaps, isClose });
  }

  private toLines(text: string): string {
    const { lineEnd } = this.options;
    return lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
  }

  /** Writes changed blocks within a stored container; returns undefined if it must be rewritten. */
  private writeWithin(
    block: Block,
    match: BlockMatch | undefined,
    lines: StoredLines,
  ): string | undefined {
    const [stored, ...others] = match?.unit.blocks ?? [];
    if (!stored || others.length > 0 || !isSameContainer(block, stored.block)) return undefined;
    const wanted = blocksWithin(block);
    const container = readContainer(stored, lines);
    const units = container && this.unitsWithin(stored, container.lines);
    if (!wanted || !units) return undefined;
    const list = isList(block) ? { block, marker: stored.source.token.markup } : undefined;
    const text = this.writeBlocks(wanted, units, container.lines, list);
    if (text === undefined) return undefined;
    const wrapped = this.wrap(withoutEnd(text), container);
    return block.type === 'list-ordered' ? withStart(wrapped, block.data.start ?? 1) : wrapped;
  }

  /**
   * Writes a stored block with changed lines or rows; returns undefined if it must be rewritten.
   */
  private writeParts(
    block: Block,
    place: KeptBlockPlace,
    match: BlockMatch | undefined,
    lines: StoredLines,
  ): string | undefined {
    const [stored, ...others] = match?.unit.blocks ?? [];
    const { lineEnd, keepsParts } = this.options;
    if (!keepsParts || !stored || others.length > 0) return undefined;
    const known = { lines, lineEnd, budget: this.budget };
    return (
      rewriteCode(block, stored, lines, lineEnd) ??
      rewritePipeTable(block, stored, {
        ...known,
        writeNew: () => this.writer.write(block, place),
      }) ??
      rewriteHtmlTable(block, stored, { ...known, writeHtml: this.writer.writeHtmlTable })
    );
  }

  private unitsWithin({ block, parsed }: StoredBlock, lines: StoredLines) {
    const known = blocksWithin(block);
    const original = blocksWithin(parsed);
    return known && original && findUnits(known, original, this.origins, lines);
  }

  private wrap(text: string, { frame, prefix }: StoredContainer): string {
    if (prefix) return putPrefix(text, prefix);
    if (!frame) return text;
    // HTML ends at an empty line, and would include the end of the tag otherwise.
    const isHtml = /(?:^|\n\r?\n)<[^\n]*$/.test(text);
    const { lineEnd } = this.options;
    return `${frame.open}${text}${lineEnd}${isHtml ? lineEnd : ''}${frame.close}`;
  }
}

function movedPart(text: string): ContainerPart {
  return { text: withoutEnd(text), unit: undefined, isKept: false };
}

function isList(block: Block): block is ListBlock {
  return block.type.startsWith('list-') && block.type !== 'list-item';
}

function isCloseList(units: readonly StoredUnit[]): boolean {
  return units.every((unit, index) => index === 0 || units[index - 1]?.end === unit.start);
}

/** Returns the neighborhood of a block that is rewritten. */
function placeOf(
  wanted: readonly Block[],
  index: number,
  matches: ReadonlyMap<number, BlockMatch>,
  list: KeptList | undefined,
): KeptBlockPlace {
  const block = wanted[index];
  const takenMarkers = [index - 1, index + 1].flatMap((at) => {
    const neighbor = wanted[at];
    const source = matches.get(at)?.unit.blocks[0]?.source;
    return block && neighbor && source && sameLists(block, neighbor) ? [source.token.markup] : [];
  });
  return { takenMarkers, list: list && { ...list, index } };
}

/** Sets the start number of an ordered list, whichever item is now the first. */
function withStart(text: string, start: number): string | undefined {
  const written = /^( {0,3})(\d{1,9})/.exec(text);
  const number = String(start);
  if (!written?.[2] || written[2] === number) return text;
  // A number of another width would change the indentation of the whole item.
  if (written[2].length !== number.length) return undefined;
  return `${written[1]}${number}${text.slice(written[0].length)}`;
}
