import type { DiffBudget } from '../../lib/diff-budget.ts';
import type { InlineContent } from '../document-tree.ts';
import type { Piece } from '../writing/inline-pieces.ts';
import { writeParts } from '../writing/write-inlines.ts';
import { changedValues } from './changed-values.ts';
import { encodeText, spliceValue } from './encode-value.ts';
import type { TextEncoding, Splice } from './encode-value.ts';
import { inlineItems } from './inline-items.ts';
import type { InlineItem } from './inline-items.ts';
import { KeptElements } from './kept-elements.ts';
import type { LocatedLine } from './locate-line.ts';
import { isInlineMarkup, rawParts } from './inline-markup.ts';
import { matchItems } from './match-items.ts';
import type { SourceText } from './source-text.ts';

interface PatchOptions {
  language: TextEncoding;
  /** Range around the words, outside of which nothing changes. */
  from: number;
  end: number;
  budget: DiffBudget;
  /** Text to insert after the line. */
  suffix?: string | undefined;
}

/**
 * Returns the change of a line's source to new content. Unchanged words and elements keep their
 * source, and so does markup that the tree cannot represent. Returns undefined if they cannot be
 * separated.
 */
export function patchLine(
  source: SourceText,
  line: LocatedLine,
  content: InlineContent,
  options: PatchOptions,
): Splice | undefined {
  const place = options.language === 'markdown' ? 'line' : 'html';
  const { pieces, parts } = writeParts(content, place, { addNote: () => '' });
  const written = new Map(pieces.map((piece, index) => [piece, parts[index] ?? '']));
  const after = inlineItems(pieces);
  const matches = matchItems(line.items, after, options.budget);
  const patch = new LinePatch(source, line, { after, written, matches, options });
  return patch.write();
}

interface NewLine {
  after: readonly InlineItem[];
  /** Written form of each new part. */
  written: ReadonlyMap<Piece, string>;
  /** Unchanged items: old indexes to new ones. */
  matches: Map<number, number>;
  options: PatchOptions;
}

/** The source between two words. */
interface Gap {
  items: number[];
  start: number;
  end: number;
  /** Index of the word before it. */
  after?: number;
  /** Possible extent of its elements, for the first and the last gap. */
  from?: number;
  limit?: number;
}

class LinePatch {
  readonly #source: SourceText;
  readonly #line: LocatedLine;
  readonly #new: NewLine;
  readonly #out: (string | InlineItem)[] = [];
  readonly #elements: KeptElements;
  #staying: ReadonlySet<number> = new Set();
  #next = 0;

  constructor(source: SourceText, line: LocatedLine, newLine: NewLine) {
    this.#source = source;
    this.#line = line;
    this.#new = newLine;
    this.#elements = new KeptElements(source.source, line, newLine);
  }

  write(): Splice | undefined {
    const { items, ranges } = this.#line;
    const gaps = this.#gaps();
    const kept = gaps.map((gap) => this.#keptSource(gap));
    this.#staying = new Set(this.#new.matches.values());
    const [first] = gaps;
    let gapIndex = 0;
    for (let index = 0; index <= items.length; index += 1) {
      const range = ranges.get(index);
      if (!range && index < items.length) continue;
      this.#addGap(gaps[gapIndex], kept[gapIndex]);
      gapIndex += 1;
      if (range) this.#addWord(index, range);
    }
    this.#addUntil(this.#new.after.length);
    const text = this.#join();
    const last = gaps.at(-1);
    if (text === undefined || !first || !last) return undefined;
    const { suffix = '' } = this.#new.options;
    return { start: first.start, end: last.end, text: text + suffix };
  }

  /** Returns the gaps before, between and after the words. */
  #gaps(): Gap[] {
    const { items, ranges, start, end } = this.#line;
    const gaps: Gap[] = [];
    let gap: Gap = { items: [], start, end: start };
    for (const index of items.keys()) {
      const range = ranges.get(index);
      if (!range) {
        gap.items.push(index);
        continue;
      }
      gaps.push({ ...gap, end: Math.max(gap.start, range.start) });
      gap = { items: [], start: range.end, end: range.end, after: index };
    }
    gaps.push({ ...gap, end: Math.max(gap.start, end) });
    const [first] = gaps;
    const last = gaps.at(-1);
    if (first && first.items.length > 0) {
      Object.assign(first, { start: this.#markupStart(start), from: this.#new.options.from });
    }
    if (last && last.items.length > 0) {
      Object.assign(last, { end: this.#markupEnd(end), limit: this.#new.options.end });
    }
    return gaps;
  }

  /** Returns the start of the markup directly before the first word. */
  #markupStart(end: number): number {
    const { source } = this.#source;
    let start = end;
    for (;;) {
      const before = source.slice(Math.max(this.#new.options.from, start - 2000), start);
      const part = /(?:[*_~`[]|<[^<>]*>)$/.exec(before)?.[0];
      if (part === undefined || !isInlineMarkup(part)) return start;
      start -= part.length;
    }
  }

  /** Returns the end of the markup directly after the last word. */
  #markupEnd(start: number): number {
    let end = start;
    while (end < this.#new.options.end) {
      const character = this.#source.source[end] ?? ' ';
      const part = this.#source.markupAt(end) ?? (/[*_~`\]]/.test(character) ? character : '');
      if (part === '' || !isInlineMarkup(part)) return end;
      end += part.length;
    }
    return end;
  }

  /** Returns the source of a gap if all of its items are unchanged. */
  #keptSource(gap: Gap): string | undefined {
    const { matches, after } = this.#new;
    const first = matches.get(gap.items[0] ?? -1) ?? 0;
    const isWhole = gap.items.every((index, offset) => matches.get(index) === first + offset);
    let text: string | undefined = this.#source.source.slice(gap.start, gap.end);
    for (const index of gap.items) {
      const other = after[matches.get(index) ?? -1];
      const item = this.#line.items[index];
      if (!isWhole || !other || !item || text === undefined) text = undefined;
      else text = this.#withData(gap, text, item, other);
    }
    if (text !== undefined) text = this.#elements.keep(gap, text);
    if (text === undefined) {
      for (const index of gap.items) this.#drop(index);
    }
    return text;
  }

  /** Returns a gap with changed data of its element; undefined if the gap does not contain it. */
  #withData(gap: Gap, text: string, item: InlineItem, other: InlineItem): string | undefined {
    const changes = changedValues(item.data, other.data);
    if (!changes) return undefined;
    let changed = text;
    for (const [before, after] of changes) {
      const isElement = text.includes('<') || item.key.includes(':tag:');
      // An address is at the end of a link, but in tags and HTML at its start.
      if (item.piece.type === (isElement ? 'end' : 'start')) continue;
      if (changed !== text) return undefined;
      const [from, limit] = [gap.from ?? gap.start, gap.limit ?? gap.end];
      const found = this.#source.find(before, from, limit, true);
      if (!found) return undefined;
      const splice = spliceValue(this.#source, found, [before, after], this.#new.options.language);
      gap.start = Math.min(gap.start, splice.start);
      gap.end = Math.max(gap.end, splice.end);
      const { source } = this.#source;
      changed =
        source.slice(gap.start, splice.start) + splice.text + source.slice(splice.end, gap.end);
    }
    return changed;
  }

  /** Rewrites an item, and the other end of its element too. */
  #drop(index: number): void {
    const { items } = this.#line;
    const pair = items[index]?.pair;
    this.#new.matches.delete(index);
    if (!pair) return;
    for (const [at, item] of items.entries()) if (item.pair === pair) this.#new.matches.delete(at);
  }

  #addGap(gap: Gap | undefined, kept: string | undefined): void {
    if (!gap) return;
    const { matches } = this.#new;
    const isKept = kept !== undefined && gap.items.every((index) => matches.has(index));
    // If the white space before the gap is removed, the rest of the gap is removed with it.
    const before = this.#line.items[gap.after ?? -1]?.word ?? '';
    const isSpaceGone = before.trim() === '' && before !== '' && !matches.has(gap.after ?? -1);
    if (!isKept || isSpaceGone) {
      for (const index of gap.items) this.#drop(index);
      this.#out.push(...rawParts(this.#source.source.slice(gap.start, gap.end)));
      return;
    }
    const first = matches.get(gap.items[0] ?? -1);
    if (first !== undefined) this.#addUntil(first);
    this.#out.push(kept);
    this.#next += gap.items.length;
  }

  #addWord(index: number, { start, end }: { start: number; end: number }): void {
    const { matches, after } = this.#new;
    const text = this.#source.source.slice(start, end);
    const other = matches.get(index);
    if (other !== undefined) {
      this.#addUntil(other);
      this.#out.push(text);
      this.#next = other + 1;
      return;
    }
    // Replaces word by word, so that the text between words keeps its position.
    const next = after[this.#next];
    const isReplaced = next?.word !== undefined && !this.#staying.has(this.#next);
    if (isReplaced) this.#addUntil(this.#next + 1);
    this.#out.push(...rawParts(text));
  }

  /** Writes the new items up to an unchanged one. */
  #addUntil(end: number): void {
    for (; this.#next < end; this.#next += 1) {
      const item = this.#new.after[this.#next];
      if (item) this.#out.push(item);
    }
  }

  #join(): string | undefined {
    const { written, options } = this.#new;
    let text = '';
    let words = '';
    let inCode = false;
    let links = 0;
    const endWords = () => {
      const language: TextEncoding =
        inCode && options.language === 'markdown' ? 'code' : options.language;
      const isLineStart = text === '';
      text += encodeText(words, language, { isLineStart, isInBrackets: links > 0 });
      words = '';
    };
    for (const part of this.#out) {
      if (typeof part === 'string') {
        if (words !== '') endWords();
        text += part;
        continue;
      }
      inCode = part.piece.type === 'code';
      if (part.word !== undefined && part.piece.type !== 'autolink') {
        words += part.word;
        continue;
      }
      if (words !== '') endWords();
      if (part.piece.type === 'start') links += 1;
      if (part.piece.type === 'end') links -= 1;
      if (part.key.endsWith(':annotation')) return undefined;
      text += part.key === 'code' || part.key === '/code' ? '`' : (written.get(part.piece) ?? '');
    }
    if (words !== '') endWords();
    return text;
  }
}
