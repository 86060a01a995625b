import { readerOf, sql, type PrismaTransaction, type Reader } from '../../database/database.ts';
import { inTurn } from '../../lib/in-turn.ts';
import { declareContentIndex, type IndexStep } from '../content/derived/content-index.ts';
import { derivedOf } from '../content/derived/derive-texts.ts';
import { contentStoreOf } from '../content/store/content-reader.ts';
import { EntryReader } from '../content/store/entry-reader.ts';
import type { Body, PageEntry } from '../content/store/entry.ts';
import type { Difference } from '../content/store/trie-differences.ts';
import { loadIncluded, NOTHING } from './included-contents.ts';
import { searchedPage, type SearchedPage } from './page-words.ts';
import { joinSections, keyOfText, textOfKey } from './searched-text.ts';
import { textSections } from './text-sections.ts';
import { reversedWord } from './words.ts';

/** Pages whose words are in memory at once. */
const BATCH_MAX = 200;

/** What a page is found by; its text and those that it includes. */
interface Searched {
  entry: PageEntry;
  included: readonly Body[];
}

/** How a page is found before and after a step; null where it is not. */
interface PageStep {
  id: string;
  before: PageEntry | null;
  after: PageEntry | null;
}

/**
 * The words of primary content, by which pages are found, and the vocabulary of each space. Words
 * are kept as they are written: the language of a space decides how queries are read, so that
 * another language needs no other index.
 */
declareContentIndex({
  name: 'search',
  version: 5,
  async update(transaction, step) {
    const { spaceId } = step;
    const own = stepsOf(step.pages);
    const steps = [...own, ...(await includingSteps(transaction, step, own))];
    const uses = new Map<string, number>();
    for (let first = 0; first < steps.length; first += BATCH_MAX) {
      await replacePages(transaction, step, steps.slice(first, first + BATCH_MAX), uses);
    }
    await changeVocabulary(transaction, spaceId, uses);
  },
  async remove(transaction, spaceId, limit) {
    const removed = await transaction.$executeRaw(sql`
      DELETE FROM search_pages p WHERE p.ctid IN (
        SELECT ctid FROM search_pages WHERE space_id = ${spaceId} LIMIT ${limit})`);
    if (removed > 0) return removed;
    return transaction.$executeRaw(sql`
      DELETE FROM search_words w WHERE w.ctid IN (
        SELECT ctid FROM search_words WHERE space_id = ${spaceId} LIMIT ${limit})`);
  },
});

/** The pages that are found by other words than before; where a page lies says nothing of that. */
function stepsOf(pages: IndexStep['pages']): PageStep[] {
  return [...pages].flatMap(([id, difference]) => {
    const [before, after] = [searchable(difference.before), searchable(difference.after)];
    const isSame =
      before?.title === after?.title &&
      before?.description === after?.description &&
      before?.source === after?.source &&
      before?.sourceStart === after?.sourceStart &&
      before?.git?.path === after?.git?.path;
    return isSame ? [] : [{ id, before, after }];
  });
}

/** Documents, but for those that are not to be found. */
function searchable(page: Difference<PageEntry>['before']): PageEntry | null {
  return page?.type === 'document' && !page.noIndex ? page : null;
}

/**
 * The pages that stay as they are themselves, but include contents that do not.
 *
 * @param own the steps of pages that do not stay as they are
 */
async function includingSteps(
  transaction: PrismaTransaction,
  { spaceId, before, after, reusableContents }: IndexStep,
  own: readonly PageStep[],
): Promise<PageStep[]> {
  if (!before || reusableContents.size === 0) return [];
  // Another path can change what any include leads to, a new content what led to nothing.
  const isMoved = [...reusableContents.values()].some(
    (content) => content.before?.git?.path !== content.after?.git?.path,
  );
  const ids = [...reusableContents.keys(), NOTHING];
  const changed = isMoved ? sql`TRUE` : sql`includes && ${ids}::text[]`;
  const rows = await readerOf(transaction).query(sql`
    SELECT page FROM search_pages
    WHERE space_id = ${spaceId} AND part = 0 AND includes <> '{}' AND ${changed} ORDER BY page`);
  const known = new Set(own.map(({ id }) => id));
  const entries = new EntryReader<PageEntry>(contentStoreOf(transaction), after.pagesHash);
  const steps: PageStep[] = [];
  for (const id of rows.map(([page]) => String(page))) {
    const entry = known.has(id) ? null : searchable(await entries.entry(id));
    if (entry) steps.push({ id, before: entry, after: entry });
  }
  return steps;
}

/** Puts pages in the place of what they were, and counts by which words they use more or less. */
async function replacePages(
  transaction: PrismaTransaction,
  { spaceId, after: head }: IndexStep,
  steps: readonly PageStep[],
  uses: Map<string, number>,
): Promise<void> {
  const db = readerOf(transaction);
  const gone = steps.flatMap(({ before }) => before ?? []);
  const includedBefore = await loadIncludedBefore(db, spaceId, gone);
  const removed = gone.map((entry) => ({ entry, included: includedBefore.get(entry.id) ?? [] }));
  countUses(await wordsOf(db, removed), -1, uses);
  const coming = steps.flatMap(({ after }) => after ?? []);
  const includes = await loadIncluded(db, coming, head);
  const added = coming.map((entry, index) => ({
    entry,
    included: includes[index]?.contents ?? [],
  }));
  const words = await wordsOf(db, added);
  countUses(words, 1, uses);
  if (gone.length > 0) {
    await transaction.$executeRaw(sql`
      DELETE FROM search_pages
      WHERE space_id = ${spaceId} AND page = ANY(${gone.map(({ id }) => id)}::text[])`);
  }
  const rows = added.flatMap(({ entry, included }, index) => {
    const { names = '', parts = [] } = words[index] ?? {};
    const ids = includes[index]?.ids ?? [];
    return parts.map((ofPart, part) => ({
      ...entry,
      ...{ part, names, words: ofPart },
      includes: JSON.stringify(ids),
      included: JSON.stringify(included.map(keyOfText)),
    }));
  });
  await insertRows(transaction, spaceId, rows);
}

type SearchRow = PageEntry & {
  part: number;
  names: string;
  words: string;
  /** JSON, as `included` is. */
  includes: string;
  included: string;
};

async function insertRows(
  transaction: PrismaTransaction,
  spaceId: string,
  rows: readonly SearchRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.$executeRaw(sql`
    INSERT INTO search_pages (
      space_id, page, part, title, source, source_start, names, words, includes, included)
    SELECT ${spaceId}, r.page, r.part, r.title, NULLIF(r.source, ''), r.source_start,
      r.names::tsvector, r.words::tsvector,
      ARRAY(SELECT json_array_elements_text(r.includes)),
      ARRAY(SELECT json_array_elements_text(r.included))
    FROM unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ part }) => part)}::int[],
      ${rows.map(({ title }) => title)}::text[],
      ${rows.map(({ source }) => source ?? '')}::text[],
      ${rows.map(({ sourceStart }) => sourceStart ?? 0)}::int[],
      ${rows.map(({ names }) => names)}::text[], ${rows.map(({ words }) => words)}::text[],
      ${rows.map(({ includes }) => includes)}::json[],
      ${rows.map(({ included }) => included)}::json[])
      r(page, part, title, source, source_start, names, words, includes, included)`);
}

/** The texts that the rows of pages were made with, beside their own, by the ids of the pages. */
async function loadIncludedBefore(
  db: Reader,
  spaceId: string,
  pages: readonly PageEntry[],
): Promise<ReadonlyMap<string, Body[]>> {
  if (pages.length === 0) return new Map();
  const rows = (await db.query(sql`
    SELECT page, included FROM search_pages
    WHERE space_id = ${spaceId} AND page = ANY(${pages.map(({ id }) => id)}::text[])
      AND part = 0 AND included <> '{}'`)) as [string, string[]][];
  return new Map(rows.map(([page, keys]) => [page, keys.map(textOfKey)]));
}

async function wordsOf(db: Reader, pages: readonly Searched[]): Promise<SearchedPage[]> {
  const bodies = pages.flatMap(({ entry, included }) => [entry, ...included]);
  const sections = await derivedOf(db, textSections, bodies);
  const words: SearchedPage[] = [];
  let at = 0;
  for (const { entry, included } of pages) {
    const [own = [], ...others] = sections
      .slice(at, (at += 1 + included.length))
      .map((ofText) => ofText ?? []);
    words.push(await inTurn(() => searchedPage(entry, joinSections(own, others))));
  }
  return words;
}

function countUses(pages: readonly SearchedPage[], by: number, uses: Map<string, number>): void {
  for (const page of pages) {
    for (const word of page.vocabulary) uses.set(word, (uses.get(word) ?? 0) + by);
  }
}

/** Keeps of how many pages each word is, and the words of no page not at all. */
async function changeVocabulary(
  transaction: PrismaTransaction,
  spaceId: string,
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  const changes = [...uses].filter(([, by]) => by !== 0);
  if (changes.length === 0) return;
  const words = changes.map(([pair]) => pair.slice(0, pair.indexOf(' ')));
  const written = changes.map(([pair]) => pair.slice(pair.indexOf(' ') + 1));
  await transaction.$executeRaw(sql`
    INSERT INTO search_words AS w (space_id, word, written, reversed, pages)
    SELECT ${spaceId}, c.word, c.written, c.reversed, c.by
    FROM unnest(${words}::text[], ${written}::text[], ${words.map(reversedWord)}::text[],
      ${changes.map(([, by]) => by)}::int[]) c(word, written, reversed, by)
    ON CONFLICT (space_id, word, written) DO UPDATE SET pages = w.pages + excluded.pages`);
  const fewer = words.filter((_, index) => (changes[index]?.[1] ?? 0) < 0);
  if (fewer.length === 0) return;
  await transaction.$executeRaw(sql`
    DELETE FROM search_words
    WHERE space_id = ${spaceId} AND word = ANY(${fewer}::text[]) AND pages <= 0`);
}
