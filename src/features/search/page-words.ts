import { createPauses } from '../../lib/pauses.ts';
import type { PageEntry } from '../../revisions/store/entry.ts';
import type { SearchedSection } from './searched-text.ts';
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
/** Words that are read between two looks at the clock: less than a millisecond of work. */
const WORDS_PER_PAUSE = 500;
/** Shortest word of the vocabulary, in characters. */
const VOCABULARY_WORD_MIN = 3;

/** Indexed values of a page. */
export interface SearchedPage {
  /** Words for the ranking, in the `tsvector` format of PostgreSQL. */
  names: string;
  /** Words for the match: a `tsvector` for each row. */
  parts: string[];
  /** The words that have other forms, or can be mistyped: as compared, a space, as written. */
  vocabulary: ReadonlySet<string>;
}

/** Place of a word in a page, as a weight of PostgreSQL. */
type Weight = 'A' | 'B' | 'C' | '';

interface PlacedWord {
  text: string;
  position: number;
  weight: Weight;
}

/**
 * Returns the words of a page: of its title, its description and the sections of its text. Pauses
 * for other requests, since a text can have a million words.
 */
export async function searchedPage(
  { title, description = '' }: Pick<PageEntry, 'title' | 'description'>,
  sections: readonly SearchedSection[],
): Promise<SearchedPage> {
  const pause = createPauses();
  const known = new Map<string, Word>();
  const ofHead: [string, Weight][] = [
    [title, 'A'],
    [description, 'C'],
  ];
  const head = (await placed(ofHead, known, pause)).slice(0, HEAD_MAX);
  const body = await placed(
    [...sections, ...sections.flatMap(({ written }) => written ?? [])].flatMap(
      ({ title: heading, text }): [string, Weight][] => [
        [heading, 'B'],
        [text, ''],
      ],
    ),
    known,
    pause,
  );
  const after = (head.at(-1)?.position ?? 0) + 1;
  const headVector = vectorOf(head);
  const headings = body.filter(({ weight }) => weight === 'B').slice(0, NAMES_MAX - head.length);
  const parts: string[] = [];
  for (let first = 0; first === 0 || first < body.length; first += WORDS_MAX - OVERLAP) {
    await pause();
    const part = body.slice(first, first + WORDS_MAX);
    parts.push(`${headVector} ${vectorOf(part, after + 1 - (part[0]?.position ?? 1))}`);
    if (first + WORDS_MAX >= body.length) break;
  }
  const names = `${headVector} ${vectorOf(headings, after)}`;
  const vocabulary = new Set<string>();
  let read = 0;
  for (const [pair, word] of known) {
    if (isInVocabulary(word)) vocabulary.add(pair);
    if (++read % WORDS_PER_PAUSE === 0) await pause();
  }
  return { names, parts, vocabulary };
}

/** Returns whether the forms of a word are looked up, as it consists of letters only. */
export function isInVocabulary({ text, isGram }: Pick<Word, 'text' | 'isGram'>): boolean {
  const { length } = [...text];
  return (
    !isGram &&
    length >= VOCABULARY_WORD_MIN &&
    length < WORD_LENGTH_MAX &&
    /^[\p{L}\p{M}]+$/u.test(text)
  );
}

/**
 * The words of texts, one text after the other, with a gap between that no phrase bridges. Of long
 * texts each word counts, so it is no more than it has to be.
 *
 * @param known gets each different word that is no part of a run without spaces
 */
async function placed(
  texts: readonly [string, Weight][],
  known: Map<string, Word>,
  pause: () => Promise<void>,
): Promise<PlacedWord[]> {
  const words: PlacedWord[] = [];
  let position = 1;
  for (const [text, weight] of texts) {
    const before = words.length;
    for (const word of wordsIn(text.normalize('NFC'))) {
      const { text: compared, written, isGram } = word;
      words.push({ text: compared, position, weight });
      if (!isGram) known.set(`${compared} ${written}`, word);
      position += 1;
      if (position % WORDS_PER_PAUSE === 0) await pause();
    }
    if (words.length > before) position += 1;
  }
  return words;
}

/**
 * Words, each so much further on than its position says. They are letters and digits, so nothing in
 * them has a meaning to PostgreSQL.
 */
function vectorOf(words: readonly PlacedWord[], by = 0): string {
  return words.map(({ text, position, weight }) => `'${text}':${position + by}${weight}`).join(' ');
}
