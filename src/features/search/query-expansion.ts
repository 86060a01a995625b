import { sql, type Reader, type Sql } from '../../database/database.ts';
import { tableOf } from '../../pagination/source.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { stemmerSql } from './stemmers.ts';
import { isOneEditAway, untouchedParts } from './one-edit.ts';
import type { SearchQuery, Term } from './search-query.ts';
import type { SearchScope } from './search-scope.ts';
import { reversedWord } from './words.ts';

/** Most forms of a word that are looked for: those of most pages. */
const FORMS_MAX = 40;
/** Shortest word that may have a wrong letter, in characters. */
const MISTYPED_LENGTH_MIN = 4;
/** Most words of a query that are taken for mistyped: one with more is about something else. */
const MISTYPED_MAX = 3;
/** Follows on all letters. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Database, viewer and scope of a search. */
export interface SearchReader {
  db: Reader;
  viewerId: string;
  scope: SearchScope;
}

/** The words that a word of a query matches, of one parent. */
export type QueryExpansion = ReadonlyMap<string, readonly string[]>;

/**
 * Looks the words of a query up in the vocabulary of the spaces of each parent: what has the same
 * stem in the language of its space. A word that no space of a parent has, nor a word that begins
 * with it where it is a beginning, is taken for mistyped: then it is those that one edit makes of
 * it, unless there are many such words. Two statements at most; what the viewer may not see counts
 * for nothing.
 */
export async function expandQuery(
  reader: SearchReader,
  { phrases }: SearchQuery,
  parentIds: readonly string[],
): Promise<QueryExpansion[]> {
  const terms = [...new Map(phrases.flat().map((term) => [term.text, term])).values()].filter(
    ({ hasForms }) => hasForms,
  );
  const forms = parentIds.map(() => new Map<string, string[]>());
  if (terms.length === 0 || parentIds.length === 0) return forms;
  const known = new Set<string>();
  for (const [parent, text, word] of await stemmed(reader, terms, parentIds)) {
    known.add(`${parent} ${text}`);
    if (word !== null) add(forms[parent - 1], text, word);
  }
  const mistyped = terms.filter(
    ({ text }) =>
      [...text].length >= MISTYPED_LENGTH_MIN &&
      parentIds.some((_, index) => !known.has(`${index + 1} ${text}`)),
  );
  if (mistyped.length === 0 || mistyped.length > MISTYPED_MAX) return forms;
  for (const [parent, text, word] of await similar(reader, mistyped, parentIds)) {
    if (!known.has(`${parent} ${text}`) && isOneEditAway(text, word)) {
      add(forms[parent - 1], text, word);
    }
  }
  return forms;
}

/** Forms come from the most frequent on, so the first ones are the best. */
function add(forms: Map<string, string[]> | undefined, text: string, word: string): void {
  const words = forms?.get(text) ?? [];
  if (words.length < FORMS_MAX) words.push(word);
  forms?.set(text, words);
}

/** The spaces of each parent, with the dictionary of each, beside the words of a query. */
function fromSpacesAndTerms(
  { viewerId, scope }: SearchReader,
  terms: readonly Term[],
  parentIds: readonly string[],
): Sql {
  const parts = terms.map(({ text }) => untouchedParts(text));
  return sql`unnest(${parentIds}::text[]) WITH ORDINALITY p(id, number)
    CROSS JOIN LATERAL (
      SELECT t.id, ${stemmerSql()} AS dictionary FROM ${tableOf(spaceSource)}
      WHERE ${scope.includes(viewerId)} OFFSET 0
    ) s
    CROSS JOIN unnest(${terms.map(({ text }) => text)}::text[],
      ${terms.map(({ written }) => written)}::text[],
      ${terms.map(({ isPrefix }) => isPrefix)}::bool[],
      ${parts.map(({ beginning }) => beginning)}::text[],
      ${parts.map(({ ending }) => reversedWord(ending))}::text[])
      q(word, written, is_prefix, beginning, reversed_ending)`;
}

/**
 * The words with the same stem, from the most frequent on; null in their place for those that only
 * begin with a word. A stem differs from its words in their ends, so they begin as it does. The
 * words of each space are read by the index, however many words all spaces have.
 */
async function stemmed(
  reader: SearchReader,
  terms: readonly Term[],
  parentIds: readonly string[],
): Promise<[parent: number, text: string, word: string | null][]> {
  const rows = await reader.db.query(sql`
    SELECT p.number::int, q.word, CASE WHEN f.is_form THEN f.word END AS form
    FROM ${fromSpacesAndTerms(reader, terms, parentIds)}
    CROSS JOIN LATERAL (
      SELECT (ts_lexize(s.dictionary::regdictionary, q.written))[1] AS written,
        (ts_lexize(s.dictionary::regdictionary, q.word))[1] AS word OFFSET 0
    ) stem
    CROSS JOIN LATERAL (
      SELECT left(q.word, GREATEST(3, length(COALESCE(stem.written, q.word)) - 2)) AS beginning
      OFFSET 0
    ) b
    CROSS JOIN LATERAL (
      SELECT w.word, w.pages, w.word = q.word
        OR (ts_lexize(s.dictionary::regdictionary, w.written))[1] IN (stem.written, stem.word)
        AS is_form
      FROM search_words w
      WHERE w.space_id = s.id
        AND w.word >= b.beginning AND w.word < b.beginning || ${LAST_CHARACTER}
      OFFSET 0
    ) f
    WHERE f.is_form OR q.is_prefix AND starts_with(f.word, q.word)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, sum(f.pages) DESC, 3`);
  return rows as [number, string, string | null][];
}

/** Words that begin or end like a word and are about as long, from the most frequent on. */
async function similar(
  reader: SearchReader,
  terms: readonly Term[],
  parentIds: readonly string[],
): Promise<[parent: number, text: string, word: string][]> {
  const rows = await reader.db.query(sql`
    SELECT p.number::int, q.word, f.word AS other
    FROM ${fromSpacesAndTerms(reader, terms, parentIds)}
    CROSS JOIN LATERAL (
      SELECT w.word, w.pages FROM search_words w
      WHERE w.space_id = s.id
        AND w.word >= q.beginning AND w.word < q.beginning || ${LAST_CHARACTER}
      UNION
      SELECT w.word, w.pages FROM search_words w
      WHERE w.space_id = s.id AND w.reversed >= q.reversed_ending
        AND w.reversed < q.reversed_ending || ${LAST_CHARACTER}
    ) f
    WHERE length(f.word) BETWEEN length(q.word) - 1 AND length(q.word) + 1
    GROUP BY 1, 2, 3 ORDER BY 1, 2, sum(f.pages) DESC, 3`);
  return rows as [number, string, string][];
}
