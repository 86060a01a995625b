import { endWithLabel } from './encode-value.ts';
import type { InlineItem } from './inline-items.ts';
import type { LocatedLine } from './locate-line.ts';

/** A part of the source between two words, and the items in it. */
interface ElementGap {
  items: readonly number[];
  start: number;
  end: number;
}

/** Elements of a line that are kept, but have changed words. */
export class KeptElements {
  readonly #source: string;
  readonly #line: LocatedLine;
  readonly #after: readonly InlineItem[];
  readonly #matches: ReadonlyMap<number, number>;
  /** Indexes of both ends of each element. */
  readonly #ends = new Map<object, [first: number, last: number]>();

  constructor(
    source: string,
    line: LocatedLine,
    { after, matches }: { after: readonly InlineItem[]; matches: ReadonlyMap<number, number> },
  ) {
    this.#source = source;
    this.#line = line;
    this.#after = after;
    this.#matches = matches;
    for (const [index, { pair }] of line.items.entries()) {
      if (pair) this.#ends.set(pair, [this.#ends.get(pair)?.[0] ?? index, index]);
    }
  }

  /**
   * Returns the text of a gap whose elements keep their meaning around changed words; undefined if
   * they do not. May move the end of the gap.
   */
  keep(gap: ElementGap, text: string): string | undefined {
    for (const index of gap.items) {
      const item = this.#line.items[index];
      const ends = item?.pair && this.#ends.get(item.pair);
      if (!ends || !this.#isChanged(ends)) continue;
      if (item.piece.type === 'open' || item.piece.type === 'close') {
        if (!text.includes('<') && this.#isSpaceAtEdge(ends)) return undefined;
      } else if (item.key === 'start:link') {
        // The text of an autolink in angle brackets is its address.
        if (!text.includes('[') && !/<a\s/i.test(text)) return undefined;
      } else if (item.key === 'end:link') {
        const labelled = this.#withLabel(gap, text, ends[0]);
        if (labelled !== undefined) return labelled;
      }
    }
    return text;
  }

  #withLabel(gap: ElementGap, text: string, first: number): string | undefined {
    const at = this.#source.indexOf(']', gap.start);
    const word = this.#line.ranges.get(this.#firstWord(first));
    const isAsStored = text === this.#source.slice(gap.start, gap.end);
    if (at < 0 || at >= gap.end || !isAsStored || !word) return undefined;
    const start = this.#source.lastIndexOf('[', word.start) + 1;
    const { end, text: closing } = endWithLabel(this.#source, [start, at], '');
    if (end === at) return undefined;
    gap.end = Math.max(gap.end, end);
    return this.#source.slice(gap.start, at) + closing + this.#source.slice(end, gap.end);
  }

  #isChanged([first, last]: [number, number]): boolean {
    const start = this.#matches.get(first) ?? 0;
    for (let index = first; index <= last; index += 1) {
      if (this.#matches.get(index) !== start + index - first) return true;
    }
    return false;
  }

  /** Checks for white space at the edges of the element, where a delimiter is not markup. */
  #isSpaceAtEdge([first, last]: [number, number]): boolean {
    const [start, end] = [this.#matches.get(first) ?? NaN, this.#matches.get(last) ?? NaN];
    const edges = [this.#after[start + 1]?.word, this.#after[end - 1]?.word];
    return edges.some((word) => word?.trim() === '');
  }

  #firstWord(index: number): number {
    const { items, ranges } = this.#line;
    let word = index;
    while (word < items.length && !ranges.has(word)) word += 1;
    return word;
  }
}
