import type { PrintInline, PrintLine } from './print-tree.ts';

/**
 * Characters without a glyph, and white space except the space and U+00A0. Joiners and direction
 * marks are not included.
 */
const invisible = /(?![\u200c-\u200f\n])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Average width of a character, relative to the font size; rather too wide than too narrow. */
const CHARACTER_WIDTH = 0.64;
/** Maximum number of characters of a word that may be broken between any two. */
const FINE_WORD_MAX = 1000;
/** Number of characters that stay together in a longer word: each place to break takes time. */
const COARSE_PART = 8;

/** Grapheme clusters: letters with their marks, and letters joined by a virama. */
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Words of scripts without spaces between them. */
const words = new Intl.Segmenter('th', { granularity: 'word' });
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Places in a long word where it is read on easily: after a sign, and before a capital letter. */
const joints = /(?<=[/._,:;?&=+@#)\]}>|-])(?=[^/._,:;?&=+@#)\]}>|-])|(?<=\p{Ll})(?=\p{Lu})/u;
/** Scripts that may be broken between any two characters. */
const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns how many characters fit on a line for certain. */
export function charactersOf(width: number, fontSize: number): number {
  return Math.max(Math.floor(width / (fontSize * CHARACTER_WIDTH)), 4);
}

/**
 * Returns a text as lines of printable characters.
 *
 * @param wordMax number of characters from which words get places to break
 */
export function printText(text: string, wordMax: number): PrintInline[] {
  return printableText(text)
    .split('\n')
    .flatMap((line, index): PrintInline[] => [
      ...(index > 0 ? [{ kind: 'break' } as const] : []),
      ...printWords(line, wordMax),
    ]);
}

/** Removes characters that cannot be shown. */
export function printableText(text: string): string {
  return text.toWellFormed().replaceAll('\t', ' ').replace(invisible, '');
}

function printWords(line: string, wordMax: number): PrintInline[] {
  if (line.length <= wordMax) return line === '' ? [] : [line];
  const parts: PrintInline[] = [];
  let plain = '';
  for (const word of line.split(/(?<=\s)(?=\S)/)) {
    const isLong = word.length > wordMax && !han.test(word);
    if (!isLong) {
      plain += word;
      continue;
    }
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push({ kind: 'word', parts: partsOf(word, wordMax) });
  }
  return plain === '' ? parts : [...parts, plain];
}

/** Splits a word after its signs, as in a path; a longer part between any two clusters. */
function partsOf(word: string, wordMax: number): string[] {
  const parts = word.split(joints);
  const isJointed = parts.length > 1 && parts.length <= FINE_WORD_MAX;
  return isJointed
    ? parts.flatMap((part) => (part.length > wordMax ? clustersOf(part) : part))
    : clustersOf(word);
}

function clustersOf(word: string): string[] {
  const segmenter = unspaced.test(word) ? words : clusters;
  const fine = Array.from(segmenter.segment(word), ({ segment }) => segment);
  if (fine.length <= FINE_WORD_MAX) return fine;
  return Array.from({ length: Math.ceil(fine.length / COARSE_PART) }, (_, index) =>
    fine.slice(index * COARSE_PART, (index + 1) * COARSE_PART).join(''),
  );
}

const fromRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns the direction of a text, which its first letter decides, and its language. */
export function lineOf(body: PrintInline[], text: string): PrintLine {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  const lang = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'ja'
    : /\p{Script=Hangul}/u.test(text)
      ? 'ko'
      : undefined;
  return {
    body,
    ...(letter !== undefined && { rtl: fromRight.test(letter) }),
    ...(lang !== undefined && { lang }),
  };
}

/** Returns a plain text as a line. */
export function printLine(text: string, wordMax: number): PrintLine {
  return lineOf(printText(text, wordMax), text);
}
