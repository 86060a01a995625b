import { readerOf, sql, type PrismaTransaction } from '../../database/database.ts';
import { inTurn } from '../../lib/in-turn.ts';
import { declareContentIndex, type IndexStep } from '../content/derived/content-index.ts';
import { derivedOf } from '../content/derived/derive-texts.ts';
import type { PageEntry } from '../content/store/entry.ts';
import type { Difference } from '../content/store/trie-differences.ts';
import { searchedPage, type SearchedPage } from './page-words.ts';
import { textSections } from './text-sections.ts';
import { reversedWord } from './words.ts';

/** Pages whose words are in memory at once. */
const BATCH_MAX = 200;

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
  version: 2,
  async update(transaction, { spaceId, pages }) {
    const steps = stepsOf(pages);
    const uses = new Map<string, number>();
    for (let first = 0; first < steps.length; first += BATCH_MAX) {
      await replacePages(transaction, spaceId, steps.slice(first, first + BATCH_MAX), uses);
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
      before?.sourceStart === after?.sourceStart;
    return isSame ? [] : [{ id, before, after }];
  });
}

/** Documents, but for those that are not to be found. */
function searchable(page: Difference<PageEntry>['before']): PageEntry | null {
  return page?.type === 'document' && !page.noIndex ? page : null;
}

/** Puts pages in the place of what they were, and counts by which words they use more or less. */
async function replacePages(
  transaction: PrismaTransaction,
  spaceId: string,
  steps: readonly PageStep[],
  uses: Map<string, number>,
): Promise<void> {
  const removed = await wordsOf(
    transaction,
    steps.map(({ before }) => before),
  );
  const added = await wordsOf(
    transaction,
    steps.map(({ after }) => after),
  );
  countUses(removed, -1, uses);
  countUses(added, 1, uses);
  const gone = steps.filter(({ before }) => before).map(({ id }) => id);
  if (gone.length > 0) {
    await transaction.$executeRaw(sql`
      DELETE FROM search_pages WHERE space_id = ${spaceId} AND page = ANY(${gone}::text[])`);
  }
  const rows = steps.flatMap(({ after }, index) => {
    const { names = '', parts = [] } = added[index] ?? {};
    return after ? parts.map((words, part) => ({ ...after, part, names, words })) : [];
  });
  if (rows.length === 0) return;
  await transaction.$executeRaw(sql`
    INSERT INTO search_pages (space_id, page, part, title, source, source_start, names, words)
    SELECT ${spaceId}, r.page, r.part, r.title, NULLIF(r.source, ''), r.source_start,
      r.names::tsvector, r.words::tsvector
    FROM unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ part }) => part)}::int[],
      ${rows.map(({ title }) => title)}::text[],
      ${rows.map(({ source }) => source ?? '')}::text[],
      ${rows.map(({ sourceStart }) => sourceStart ?? 0)}::int[],
      ${rows.map(({ names }) => names)}::text[], ${rows.map(({ words }) => words)}::text[])
      r(page, part, title, source, source_start, names, words)`);
}

async function wordsOf(
  transaction: PrismaTransaction,
  pages: readonly (PageEntry | null)[],
): Promise<(SearchedPage | null)[]> {
  const sections = await derivedOf(
    readerOf(transaction),
    textSections,
    pages.map((page) => page ?? {}),
  );
  const words: (SearchedPage | null)[] = [];
  for (const [index, page] of pages.entries()) {
    words.push(page && (await inTurn(() => searchedPage(page, sections[index] ?? []))));
  }
  return words;
}

function countUses(
  pages: readonly (SearchedPage | null)[],
  by: number,
  uses: Map<string, number>,
): void {
  for (const page of pages) {
    for (const word of page?.vocabulary ?? []) uses.set(word, (uses.get(word) ?? 0) + by);
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
