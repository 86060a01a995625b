import type { PageEntry } from '../content/store/entry.ts';
import type { TextSection } from './text-sections.ts';
import { WORD_LENGTH_MAX, wordsIn, type Word } from './words.ts';

/**
 * Words of a page that go into one row: PostgreSQL counts places up to 16,383, and keeps words of
 * 1 MiB together.
 */
const WORDS_MAX = 4000;
/** Words that a row has in common with the next one, so that no phrase is cut in two. */
const OVERLAP = 64;
/** Words of title, description and headings by which a page is ranked. */
const NAMES_MAX = 500;
/** Words of title and description that all rows of a page have. */
const HEAD_MAX = 300;
/** Shortest word of the vocabulary, in characters. */
const VOCABULARY_WORD_MIN = 3;

/** What the search knows of a page. */
export interface SearchedPage {
  /** What it is ranked by, as PostgreSQL writes a `tsvector`. */
  names: string;
  /** What it is found by: a `tsvector` for each row. */
  parts: string[];
  /** The words that have other forms, or can be mistyped: as compared, a space, as written. */
  vocabulary: ReadonlySet<string>;
}

/** Where a word stands in a page: PostgreSQL's weights. */
type Weight = 'A' | 'B' | 'C' | '';

interface PlacedWord extends Word {
  position: number;
  weight: Weight;
}

/** The words of a page, of its title, its description and the sections of its text. */
export function searchedPage(
  { title, description = '' }: Pick<PageEntry, 'title' | 'description'>,
  sections: readonly TextSection[],
): SearchedPage {
  const head = placed(
    [
      [title, 'A'],
      [description, 'C'],
    ],
    1,
  ).slice(0, HEAD_MAX);
  const body = placed(
    sections.flatMap((section): [string, Weight][] => [
      [section.title, 'B'],
      [section.text, ''],
    ]),
    1,
  );
  const after = (head.at(-1)?.position ?? 0) + 1;
  const headings = body.filter(({ weight }) => weight === 'B').map(moved(after));
  const parts: string[] = [];
  for (let first = 0; first === 0 || first < body.length; first += WORDS_MAX - OVERLAP) {
    const part = body.slice(first, first + WORDS_MAX);
    parts.push(vectorOf([...head, ...part.map(moved(after + 1 - (part[0]?.position ?? 1)))]));
    if (first + WORDS_MAX >= body.length) break;
  }
  const vocabulary = new Set(
    [...head, ...body].filter(isInVocabulary).map(({ text, written }) => `${text} ${written}`),
  );
  return { names: vectorOf([...head, ...headings].slice(0, NAMES_MAX)), parts, vocabulary };
}

/** Whether the forms of a word are looked up: of words that letters alone make. */
export function isInVocabulary({ text, isGram }: Pick<Word, 'text' | 'isGram'>): boolean {
  const { length } = [...text];
  return (
    !isGram &&
    length >= VOCABULARY_WORD_MIN &&
    length < WORD_LENGTH_MAX &&
    /^[\p{L}\p{M}]+$/u.test(text)
  );
}

/** The words of texts, one text after the other, with a gap between that no phrase bridges. */
function placed(texts: readonly [string, Weight][], first: number): PlacedWord[] {
  const words: PlacedWord[] = [];
  let position = first;
  for (const [text, weight] of texts) {
    const before = words.length;
    for (const word of wordsIn(text.normalize('NFC'))) {
      words.push({ ...word, position, weight });
      position += 1;
    }
    if (words.length > before) position += 1;
  }
  return words;
}

function moved(by: number): (word: PlacedWord) => PlacedWord {
  return (word) => ({ ...word, position: word.position + by });
}

/** Words are letters and digits, so nothing in them has a meaning to PostgreSQL. */
function vectorOf(words: readonly PlacedWord[]): string {
  return words.map(({ text, position, weight }) => `'${text}':${position}${weight}`).join(' ');
}
