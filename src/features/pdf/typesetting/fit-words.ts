import type { Text } from 'pdfmake';
import { widthOf } from './choose-font.ts';

/** Combining marks, and characters of two code units. */
const clustered = /[\p{M}\u{10000}-\u{10ffff}]/u;
/** Scripts without spaces between words. */
const unspaced = /\p{Script=Thai}/u;

/** Tolerance in points, since the widths of parts do not add up exactly. */
const SLACK = 0.5;

const words = new Intl.Segmenter('th', { granularity: 'word' });
/** Grapheme clusters: letters with their marks, and letters joined by a virama. */
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Breaks words that are longer than a line at valid positions: between words of a script without
 * spaces, otherwise between grapheme clusters. pdfmake itself would break them anywhere.
 *
 * @param room width of the lines, in points
 */
export function fitWords(runs: readonly Text[], room: number): Text[] {
  return runs.map((run) => {
    const { text } = run;
    if (typeof text !== 'string' || !clustered.test(text)) return run;
    const fitted = text.split(/(?<=[ \n])/).map((word) => fitWord(word, run, room - SLACK));
    return { ...run, text: fitted.join('') };
  });
}

function fitWord(word: string, style: Text, room: number): string {
  if (widthOf(word.trimEnd(), style) <= room) return word;
  const lines: string[] = [''];
  let width = 0;
  for (const part of partsOf(word, style, room)) {
    const own = widthOf(part, style);
    if (width > 0 && width + own > room) {
      lines.push('');
      width = 0;
    }
    lines.push(`${lines.pop() ?? ''}${part}`);
    width += own;
  }
  return lines.join('\n');
}

/** Splits a word into parts that should not be broken, as far as each fits into a line. */
function partsOf(word: string, style: Text, room: number): string[] {
  const parts = unspaced.test(word) ? segmentsOf(words, word) : [word];
  return parts.flatMap((part) =>
    widthOf(part, style) <= room ? part : segmentsOf(clusters, part),
  );
}

function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
