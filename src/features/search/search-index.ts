import { readerOf, sql, type PrismaTransaction, type Reader } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { serially } from '../../lib/serially.ts';
import { isSameValue } from '../../lib/same-value.ts';
import type { ContentIndex, IndexStep } from '../../revisions/derived/content-index.ts';
import { derivedOf } from '../../revisions/derived/derive-texts.ts';
import { contentStoreOf } from '../../revisions/store/content-reader.ts';
import { EntryReader } from '../../revisions/store/entry-reader.ts';
import type { Body, PageEntry, Variables } from '../../revisions/store/entry.ts';
import type { Difference } from '../../revisions/store/trie-differences.ts';
import { loadIncluded, NOTHING } from './included-contents.ts';
import { changedVariables, evaluateExpressions } from './page-expressions.ts';
import { searchedPage, type SearchedPage } from './page-words.ts';
import { joinSections, keyOfText, textOfKey, withValues } from './searched-text.ts';
import { textSections, type TextSection } from './text-sections.ts';
import { reversedWord } from './words.ts';

/** Pages whose words are in memory at once. */
const BATCH_MAX = 200;

/** Words of a page. */
interface Searched {
  entry: PageEntry;
  /** Its text and those that it includes. */
  sections: readonly TextSection[];
  /** Values of expressions in them. */
  values: Readonly<Record<string, string>>;
}

/** A page with the values that its rows were made with. */
interface IndexedPage extends Pick<Searched, 'entry' | 'values'> {
  included: readonly Body[];
}

/** Words of a page before and after a step; null if it does not exist then. */
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
export const searchIndex: ContentIndex = {
  name: 'search',
  version: 7,
  async update(transaction, step) {
    const { spaceId } = step;
    const own = stepsOf(step.pages);
    const steps = [...own, ...(await dependentSteps(transaction, step, own))];
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
};

/** The pages that are found by other words than before; where a page lies says nothing of that. */
function stepsOf(pages: IndexStep['pages']): PageStep[] {
  return [...pages].flatMap(([id, difference]) => {
    const [before, after] = [searchable(difference.before), searchable(difference.after)];
    const isSame =
      before?.title === after?.title &&
      before?.description === after?.description &&
      before?.source === after?.source &&
      before?.sourceStart === after?.sourceStart &&
      before?.git?.path === after?.git?.path &&
      isSameValue(before?.variables, after?.variables);
    return isSame ? [] : [{ id, before, after }];
  });
}

/** Documents, but for those that are not to be found. */
function searchable(page: Difference<PageEntry>['before']): PageEntry | null {
  return page?.type === 'document' && !page.noIndex ? page : null;
}

/**
 * Returns the pages that stay as they are themselves, but include contents or read variables that
 * do not.
 *
 * @param own the steps of pages that do not stay as they are
 */
async function dependentSteps(
  transaction: PrismaTransaction,
  { spaceId, before, after, reusableContents }: IndexStep,
  own: readonly PageStep[],
): Promise<PageStep[]> {
  if (!before) return [];
  const variables = changedVariables(before.variables as Variables, after.variables as Variables);
  if (reusableContents.size === 0 && variables.length === 0) return [];
  // Another path can change what any include refers to; a new content, what referred to nothing.
  const isMoved = [...reusableContents.values()].some(
    (content) => content.before?.git?.path !== content.after?.git?.path,
  );
  const ids = reusableContents.size === 0 ? [] : [...reusableContents.keys(), NOTHING];
  const changed = isMoved ? sql`includes <> '{}'` : sql`includes && ${ids}::text[]`;
  const rows = await readerOf(transaction).query(sql`
    SELECT page FROM search_pages
    WHERE space_id = ${spaceId} AND part = 0
      AND (${changed} OR variables && ${variables}::text[]) ORDER BY page`);
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
  const coming = steps.flatMap(({ after }) => after ?? []);
  const [indexed, includes] = await Promise.all([
    loadIndexed(db, spaceId, gone),
    loadIncluded(db, coming, head),
    // Their own texts are known then.
    derivedOf(db, textSections, [...gone, ...coming]),
  ]);
  const texts = coming.map((entry, index) => ({
    entry,
    included: includes[index]?.contents ?? [],
  }));
  const [goneSections, comingSections] = await Promise.all([
    sectionsOf(db, indexed),
    sectionsOf(db, texts),
  ]);
  const removed = indexed.map((page, index) => ({ ...page, sections: goneSections[index] ?? [] }));
  countUses(await wordsOf(removed), -1, uses);
  const added = [];
  for (const [index, sections] of comingSections.entries()) {
    const text = texts[index] as (typeof texts)[number];
    const variables = { page: text.entry.variables ?? {}, space: head.variables as Variables };
    const expressions = await serially(() => evaluateExpressions(sections, variables));
    added.push({ ...text, sections, ...expressions });
  }
  const words = await wordsOf(added);
  countUses(words, 1, uses);
  if (gone.length > 0) {
    await executeLast(
      transaction,
      sql`
      DELETE FROM search_pages
      WHERE space_id = ${spaceId} AND page = ANY(${gone.map(({ id }) => id)}::text[])`,
    );
  }
  const rows = added.flatMap(({ entry, included, values, variables }, index) => {
    const { names = '', parts = [] } = words[index] ?? {};
    const ids = includes[index]?.ids ?? [];
    return parts.map((ofPart, part) => ({
      ...entry,
      ...{ part, names, words: ofPart },
      includes: JSON.stringify(ids),
      included: JSON.stringify(included.map(keyOfText)),
      reads: JSON.stringify(variables),
      values: JSON.stringify(values),
    }));
  });
  await insertRows(transaction, spaceId, rows);
}

type SearchRow = PageEntry & {
  part: number;
  names: string;
  words: string;
  /** JSON, as the others are. */
  includes: string;
  included: string;
  /** The space variables that its expressions read. */
  reads: string;
  values: string;
};

async function insertRows(
  transaction: PrismaTransaction,
  spaceId: string,
  rows: readonly SearchRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await executeLast(
    transaction,
    sql`
    INSERT INTO search_pages (
      space_id, page, part, title, source, source_start, names, words, includes, included,
      variables, expression_values)
    SELECT ${spaceId}, r.page, r.part, r.title, NULLIF(r.source, ''), r.source_start,
      r.names::tsvector, r.words::tsvector,
      ARRAY(SELECT json_array_elements_text(r.includes)),
      ARRAY(SELECT json_array_elements_text(r.included)),
      ARRAY(SELECT json_array_elements_text(r.reads)), r.values
    FROM unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ part }) => part)}::int[],
      ${rows.map(({ title }) => title)}::text[],
      ${rows.map(({ source }) => source ?? '')}::text[],
      ${rows.map(({ sourceStart }) => sourceStart ?? 0)}::int[],
      ${rows.map(({ names }) => names)}::text[], ${rows.map(({ words }) => words)}::text[],
      ${rows.map(({ includes }) => includes)}::json[],
      ${rows.map(({ included }) => included)}::json[],
      ${rows.map(({ reads }) => reads)}::json[], ${rows.map(({ values }) => values)}::json[])
      r(page, part, title, source, source_start, names, words, includes, included, reads, values)`,
  );
}

/** Loads the included texts and the values that the rows of pages were made with. */
async function loadIndexed(
  db: Reader,
  spaceId: string,
  pages: readonly PageEntry[],
): Promise<IndexedPage[]> {
  if (pages.length === 0) return [];
  const rows = (await db.query(sql`
    SELECT page, included, expression_values FROM search_pages
    WHERE space_id = ${spaceId} AND page = ANY(${pages.map(({ id }) => id)}::text[])
      AND part = 0`)) as [string, string[], Record<string, string>][];
  const indexed = new Map(rows.map(([page, ...made]) => [page, made]));
  return pages.map((entry) => {
    const [included = [], values = {}] = indexed.get(entry.id) ?? [];
    return { entry, included: included.map(textOfKey), values };
  });
}

/** Returns the sections of pages: of their own texts, then of those that they include. */
async function sectionsOf(
  db: Reader,
  pages: readonly { entry: PageEntry; included: readonly Body[] }[],
): Promise<TextSection[][]> {
  const bodies = pages.flatMap(({ entry, included }) => [entry, ...included]);
  const derived = await derivedOf(db, textSections, bodies);
  let at = 0;
  return pages.map(({ included }) => {
    const [own = [], ...others] = derived
      .slice(at, (at += 1 + included.length))
      .map((ofText) => ofText ?? []);
    return joinSections(own, others);
  });
}

async function wordsOf(pages: readonly Searched[]): Promise<SearchedPage[]> {
  const words: SearchedPage[] = [];
  for (const { entry, sections, values } of pages) {
    words.push(await serially(() => searchedPage(entry, withValues(sections, values))));
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
  await executeLast(
    transaction,
    sql`
    INSERT INTO search_words AS w (space_id, word, written, reversed, pages)
    SELECT ${spaceId}, c.word, c.written, c.reversed, c.by
    FROM unnest(${words}::text[], ${written}::text[], ${words.map(reversedWord)}::text[],
      ${changes.map(([, by]) => by)}::int[]) c(word, written, reversed, by)
    ON CONFLICT (space_id, word, written) DO UPDATE SET pages = w.pages + excluded.pages`,
  );
  const fewer = words.filter((_, index) => (changes[index]?.[1] ?? 0) < 0);
  if (fewer.length === 0) return;
  await executeLast(
    transaction,
    sql`
    DELETE FROM search_words
    WHERE space_id = ${spaceId} AND word = ANY(${fewer}::text[]) AND pages <= 0`,
  );
}
