import { badInput } from '../../errors.ts';
import { z } from 'zod';
import { isInVocabulary } from './page-words.ts';
import { wordsIn, type Word } from './words.ts';

/** Longest query, in characters (interface, Limits). */
export const QUERY_LENGTH_MAX = 512;
/** Most words of a query; in scripts without spaces each character counts as one. */
export const QUERY_WORDS_MAX = 64;
/** Shortest beginning of a word by which words are found, in characters. */
const PREFIX_LENGTH_MIN = 2;

export const searchText = z.string().max(QUERY_LENGTH_MAX);

/** Matches a quoted phrase, or a run of characters between spaces. */
const chunkPattern = /["＂“”„«»]([^"＂“”„«»]*)["＂“”„«»]|[^\s"＂“”„«»]+/g;

/** A word of a query. */
export interface Term extends Pick<Word, 'text' | 'written' | 'isGram'> {
  /** Words that only begin with it are meant as well. */
  isPrefix: boolean;
  /**
   * True for the last unit of a run of characters without spaces, which the unit before it
   * contains: it only keeps the position of the next word.
   */
  isTail: boolean;
  /**
   * The last word of the query, of which one character is written: pages are found without it, and
   * those that have it rank higher. A prefix of one character would match half of all words.
   */
  isBegun: boolean;
  /** Its other forms are meant as well: it is a word of letters, and in no quotes. */
  hasForms: boolean;
}

/** A parsed query: for each phrase, all words in sequence. */
export interface SearchQuery {
  phrases: readonly (readonly Term[])[];
}

/**
 * Reads a query. Quotes make a phrase, and so do words that are joined by anything but spaces, such
 * as `on-call`. The last word may be a beginning; one character of it is not required behind other
 * words. Nothing else has a meaning.
 *
 * @throws BAD_USER_INPUT for too many words
 */
export function parseQuery(text: string): SearchQuery {
  const phrases: Term[][] = [];
  const plain = text.normalize('NFC');
  for (const { index, 0: whole, 1: quoted } of plain.matchAll(chunkPattern)) {
    const isQuoted = quoted !== undefined;
    const isLast = !isQuoted && index + whole.length === plain.length;
    phrases.push(termsOf(quoted ?? whole, { isQuoted, isLast }));
  }
  const count = phrases.reduce((sum, { length }) => sum + length, 0);
  if (count > QUERY_WORDS_MAX) {
    const message = `"query" must have at most ${QUERY_WORDS_MAX} words, but has ${count}.`;
    throw badInput(message, ['query']);
  }
  const known = new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase]));
  return { phrases: requireSome([...known.values()].filter(({ length }) => length > 0)) };
}

/** Requires a begun word where the query has no other one. */
function requireSome(phrases: Term[][]): Term[][] {
  const [term, ...others] = phrases.flat();
  return term?.isBegun && others.length === 0 ? [[{ ...term, isBegun: false }]] : phrases;
}

function termsOf(
  text: string,
  { isQuoted, isLast }: { isQuoted: boolean; isLast: boolean },
): Term[] {
  const words = [...wordsIn(text)];
  return words.map((word, index): Term => {
    const { text: compared, written, isGram } = word;
    const { length } = [...compared];
    const isTail = isGram && length === 1 && words[index - 1]?.isGram === true;
    const isLastWord = !isGram && isLast && index === words.length - 1;
    const isPrefix = isGram ? length === 1 && !isTail : isLastWord && length >= PREFIX_LENGTH_MIN;
    const isBegun = isLastWord && !isPrefix;
    const hasForms = !isQuoted && isInVocabulary(word);
    return { text: compared, written, isGram, isPrefix, isTail, isBegun, hasForms };
  });
}
