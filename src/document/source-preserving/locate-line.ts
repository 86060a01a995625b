import type { InlineContent } from '../document-tree.ts';
import { splitInlines } from '../writing/inline-pieces.ts';
import type { Piece } from '../writing/inline-pieces.ts';
import { inlineItems } from './inline-items.ts';
import type { InlineItem } from './inline-items.ts';
import type { SourceText } from './source-text.ts';

/** Inline content with the source positions of its words. */
export interface LocatedLine {
  items: readonly InlineItem[];
  /** Source ranges of the words, by index. */
  ranges: ReadonlyMap<number, { start: number; end: number }>;
  /** Start of the first word and end of the last one in the source. */
  start: number;
  end: number;
}

/**
 * Locates the words of inline content in a range of a source; returns undefined if one is missing.
 *
 * @param skipped number of earlier start positions to skip
 */
export function locateLine(
  source: SourceText,
  content: InlineContent,
  { from, end, skipped = 0 }: { from: number; end: number; skipped?: number },
): LocatedLine | undefined {
  const items = inlineItems(splitInlines(content));
  const ranges = new Map<number, { start: number; end: number }>();
  let at = from;
  let start: number | undefined;
  for (let index = 0; index < items.length;) {
    const piece = items[index]?.piece;
    const text = piece && textOf(piece);
    if (text === undefined) {
      index += 1;
      continue;
    }
    if (items[index]?.word === undefined) index += 1;
    let found = source.find(text, at, end) ?? source.find(text, at, end, true);
    for (let count = 0; found && start === undefined && count < skipped; count += 1) {
      found = source.find(text, (found.starts[0] ?? end) + 1, end, true);
    }
    if (!found) return undefined;
    let offset = 0;
    for (; items[index]?.piece === piece && items[index]?.word !== undefined; index += 1) {
      const last = offset + (items[index]?.word?.length ?? 0) - 1;
      ranges.set(index, { start: found.starts[offset] ?? end, end: found.ends[last] ?? end });
      offset = last + 1;
    }
    if (items[index]?.piece === piece) index += 1;
    start ??= found.starts[0];
    at = found.ends.at(-1) ?? end;
  }
  return start === undefined ? undefined : { items, ranges, start, end: at };
}

function textOf(piece: Piece): string | undefined {
  if (piece.type === 'text' || piece.type === 'code') return piece.text;
  return piece.type === 'autolink' ? piece.url : undefined;
}
