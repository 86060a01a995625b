import type { SearchQuery, Term } from './search-query.ts';
import type { QueryExpansion } from './query-expansion.ts';

/**
 * Words whose distance is measured: PostgreSQL takes the square of the time for
 * twice as many, where a text repeats them.
 */
const CLOSE_WORDS_MAX = 8;

/** A query in the forms in which PostgreSQL takes it. */
export interface TextQuery {
  /** Query that pages must match. */
  all: string;
  /** The same in the title alone. */
  title: string;
  /** Query for the proximity of words: the first of them. */
  close: string;
  /** Query for the rank: any of the words. */
  any: string;
  /** All words one after the other. */
  inOrder: string;
}

/**
 * Writes a query for PostgreSQL: an empty one, which finds nothing, when it has no words. Words are
 * letters and digits only, so whatever the query holds, nothing of it is an operator.
 */
export function textQuery(query: SearchQuery, forms: QueryExpansion): TextQuery {
  const phrases = query.phrases.filter((phrase) => !phrase.every(({ isBegun }) => isBegun));
  const inOrder = (terms: readonly Term[], weight = '') =>
    withoutTail(terms)
      .map((term) => written(term, forms, weight))
      .join(' <-> ');
  const all = (wanted: SearchQuery['phrases'], weight = '') =>
    wanted.map((phrase) => `(${inOrder(phrase, weight)})`).join(' & ');
  const any = query.phrases
    .flat()
    .filter(({ isTail }) => !isTail)
    .map((term) => written(term, forms, ''));
  return {
    all: all(phrases),
    title: all(phrases, 'A'),
    close: all(firstWords(phrases)),
    any: any.join(' | '),
    inOrder: inOrder(phrases.flat()),
  };
}

function firstWords(phrases: SearchQuery['phrases']): SearchQuery['phrases'] {
  let room = CLOSE_WORDS_MAX;
  return phrases.flatMap((phrase) => {
    const words = phrase.slice(0, room);
    room -= words.length;
    return words.length > 0 ? [words] : [];
  });
}

/**
 * Returns what must follow on each other: the last term may match more than the end of a text,
 * or be a word that is only begun.
 */
export function withoutTail(terms: readonly Term[]): readonly Term[] {
  const last = terms.at(-1);
  if (!last) return terms;
  const isOptional = last.isTail || (last.isBegun && terms.length > 1);
  return isOptional ? terms.slice(0, -1) : terms;
}

function written(term: Term, forms: QueryExpansion, weight: string): string {
  const flags = `${term.isPrefix ? '*' : ''}${weight}`;
  const own = `'${term.text}'${flags === '' ? '' : `:${flags}`}`;
  const others = (forms.get(term.text) ?? [])
    .filter((form) => form !== term.text)
    .map((form) => `'${form}'${weight === '' ? '' : `:${weight}`}`);
  return others.length === 0 ? own : `(${[own, ...others].join(' | ')})`;
}
