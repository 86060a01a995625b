import bidiFactory from 'bidi-js';
import type { Text } from 'pdfmake';
import { widthOf } from './choose-font.ts';

// The package exports the function itself; its types declare a default export.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Letters of right-to-left scripts. Most texts have none and need no further analysis. */
const fromRight = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Part of a run in one direction, or white space. */
interface Word {
  run: Text;
  text: string;
  isSpace: boolean;
  /** Embedding level; odd for right-to-left text. */
  level: number;
  /** Width in points. */
  width: number;
}

/** Paragraph, with the side on which its lines begin. */
export interface DirectedText {
  text: Text[];
  side: 'left' | 'right';
}

/**
 * Sets a paragraph that contains right-to-left words. It is broken into lines whose words are in
 * visual order (Unicode bidirectional algorithm). Returns undefined for a paragraph without such
 * words. The letters within a word are ordered when they are drawn.
 *
 * @param width of the lines, in points
 */
export function setRightToLeft(runs: readonly Text[], width: number): DirectedText | undefined {
  const text = runs.map(textOf).join('');
  if (!fromRight.test(text)) return undefined;
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const lines = linesOf(wordsOf(runs, text, levels), width).map((line) =>
    seenOrder(line).map((word) => setWord(word, width)),
  );
  const set = lines.flatMap((line) => [...line, { ...runs[0], text: '\n' }]).slice(0, -1);
  const isFromRight = (paragraphs[0]?.level ?? 0) % 2 === 1;
  return { text: set, side: isFromRight ? 'right' : 'left' };
}

function textOf({ text }: Text): string {
  return typeof text === 'string' ? text : text.map(textOf).join('');
}

/** Splits runs at white space, and where the direction changes. */
function wordsOf(runs: readonly Text[], text: string, levels: Uint8Array): Word[] {
  const words: Word[] = [];
  let start = 0;
  for (const run of runs) {
    const runEnd = start + textOf(run).length;
    while (start < runEnd) {
      const level = levels[start] ?? 0;
      const isSpace = isWhite(text[start]);
      let end = start + 1;
      while (end < runEnd && levels[end] === level && isWhite(text[end]) === isSpace) end += 1;
      const part = text.slice(start, end);
      words.push({ run, text: part, isSpace, level, width: widthOf(isSpace ? ' ' : part, run) });
      start = end;
    }
  }
  return words;
}

function isWhite(character: string | undefined): boolean {
  return character === ' ' || character === '\n';
}

/** Fills lines in logical order. Text without white space stays together. */
function linesOf(words: readonly Word[], room: number): Word[][] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  let width = 0;
  const endLine = () => {
    lines.push(trimmed(line));
    [line, width] = [[], 0];
  };
  for (const piece of piecesOf(words)) {
    const [first] = piece;
    const own = piece.reduce((sum, word) => sum + word.width, 0);
    if (first?.isSpace && first.text.includes('\n')) {
      endLine();
      continue;
    }
    if (!first?.isSpace && width > 0 && width + own > room) endLine();
    line.push(...piece);
    width += own;
  }
  endLine();
  return lines;
}

/** Groups words into pieces: white space alone, and the text between. */
function piecesOf(words: readonly Word[]): Word[][] {
  const pieces: Word[][] = [];
  for (const word of words) {
    const last = pieces.at(-1);
    if (last && !word.isSpace && !last[0]?.isSpace) last.push(word);
    else pieces.push([word]);
  }
  return pieces;
}

function trimmed(line: readonly Word[]): Word[] {
  const first = line.findIndex(({ isSpace }) => !isSpace);
  return first < 0 ? [] : line.slice(first, line.findLastIndex(({ isSpace }) => !isSpace) + 1);
}

/**
 * Returns the words of a line in visual order. Rule L2: from the highest level down, reverses each
 * sequence at that level or above.
 */
function seenOrder(line: readonly Word[]): Word[] {
  const words = [...line];
  for (let level = Math.max(0, ...words.map((word) => word.level)); level > 0; level -= 1) {
    let start = 0;
    for (let end = 0; end <= words.length; end += 1) {
      if ((words[end]?.level ?? -1) >= level) continue;
      words.splice(start, end - start, ...words.slice(start, end).toReversed());
      start = end + 1;
    }
  }
  return words;
}

/** Sets a word on one line. Letters are reversed when they are drawn, but signs alone are not. */
function setWord({ run, text, isSpace, level, width }: Word, room: number): Text {
  if (isSpace) return { ...run, text: '\u00a0', noWrap: true };
  const isTurned = level % 2 === 1;
  const characters = isTurned
    ? [...text].map((character) => bidi.getMirroredCharacter(character) ?? character)
    : [...text];
  const ordered = isTurned && !fromRight.test(text) ? characters.toReversed() : characters;
  return { ...run, text: ordered.join(''), noWrap: width <= room };
}
