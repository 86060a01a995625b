import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../src/database/database.ts';
import type { Client } from '../support/client.ts';
import { writePages } from '../support/content.ts';
import { World } from '../support/world.ts';
import { printTable } from './table.ts';

const PAGE_COUNTS = [100, 1000, 10_000];
/** Pages that are written at once. */
const BATCH = 1000;
const WORDS_OF_PAGE = 300;
const VOCABULARY = 20_000;
/** How often each query is timed; the median counts. */
const ROUNDS = 9;

let world: World;
let admin: Client;
let organizationId: string;

beforeAll(async () => {
  world = await World.create();
  ({ id: organizationId, admin } = await world.organization());
});

afterAll(() => world.destroy());

/** A word of letters for each number, with vowels, so that it looks like one. */
function wordOf(number: number): string {
  let [word, rest] = ['', number + 100];
  for (; rest > 0; rest = Math.floor(rest / 60)) {
    word += `${'bcdfghklmnpr'[rest % 12]}${'aeiou'[Math.floor(rest / 12) % 5]}`;
  }
  return word;
}

/** The text of a page: as in languages, few words are frequent and most of them rare. */
function textOf(page: number): string {
  let state = page * 7919 + 1;
  const lines = Array.from({ length: WORDS_OF_PAGE }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const word = wordOf(Math.floor(VOCABULARY ** (state / 2_147_483_648)));
    return index % 60 === 0 ? `\n\n## About ${word}\n\n` : word;
  });
  return `${lines.join(' ')} common unique${wordOf(page)}\n`;
}

/** Writes a space of so many pages. Answers how long the last batch took, in ms for each page. */
async function fillSpace(pageCount: number): Promise<{ spaceId: string; msOfPage: number }> {
  const { id: spaceId } = await world.space(organizationId);
  let msOfPage = 0;
  for (let first = 0; first < pageCount; first += BATCH) {
    const pages = Array.from({ length: Math.min(BATCH, pageCount) }, (_, index) => ({
      title: `Page ${wordOf(first + index)}`,
      markdown: textOf(first + index),
    }));
    const startedAt = performance.now();
    await writePages(world, spaceId, pages);
    msOfPage = (performance.now() - startedAt) / pages.length;
  }
  await world.db.query(sql`ANALYZE search_pages`);
  await world.db.query(sql`ANALYZE search_words`);
  await world.db.query(sql`ANALYZE content_chunks`);
  return { spaceId, msOfPage };
}

/** The median time of work, in ms. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

const last = (count: number) => `unique${wordOf(count - 1)}`;

const queries: Record<string, (pageCount: number) => string> = {
  'one page': last,
  'all pages': () => 'common',
  'three words': () => `common ${wordOf(3)} ${wordOf(40)}`,
  phrase: () => `"common unique${wordOf(7)}"`,
  beginning: () => wordOf(900).slice(0, 4),
  mistyped: (count) => last(count).replace('unique', 'uniqe'),
  nothing: () => 'zzyzx',
};

async function search(spaceId: string, query: string): Promise<number> {
  const { status, body } = await admin.get<{ count: number }>(
    `/v1/spaces/${spaceId}/search?${new URLSearchParams({ query })}`,
  );
  expect(status).toBe(200);
  return body.count;
}

/** The plans of the statements of a search that finds pages and shows them. */
async function plansOf(spaceId: string, query: string): Promise<string> {
  const spy = vi.spyOn(world.db, 'query');
  await search(spaceId, query);
  const statements = spy.mock.calls.map(([statement]) => statement);
  spy.mockRestore();
  const plans: string[] = [];
  for (const statement of statements) {
    const rows = await world.db.query(sql`EXPLAIN ${statement}`);
    plans.push(...rows.map(([line]) => String(line)));
  }
  return plans.join('\n');
}

describe('a search', () => {
  it('takes about as long as it takes the index to find the pages', async () => {
    const rows: (string | number)[][] = [];
    for (const pageCount of PAGE_COUNTS) {
      const { spaceId, msOfPage } = await fillSpace(pageCount);
      for (const [kind, queryOf] of Object.entries(queries)) {
        const query = queryOf(pageCount);
        const count = await search(spaceId, query);
        const scan = await median(() =>
          world.db.query(sql`
            SELECT count(*) FROM search_pages
            WHERE space_id = ${spaceId} AND words @@ plainto_tsquery('simple', ${query})`),
        );
        const ms = await median(() => search(spaceId, query));
        const counted = await median(() =>
          admin.get(`/v1/spaces/${spaceId}/search?limit=0&${new URLSearchParams({ query })}`),
        );
        rows.push([
          ...[pageCount, kind, count, scan.toFixed(1), ms.toFixed(1), counted.toFixed(1)],
          msOfPage.toFixed(1),
        ]);
      }
      const plans = await plansOf(spaceId, last(pageCount));
      if (pageCount < 1000) continue;
      expect(plans).toContain('search_pages_words_idx');
      expect(plans).not.toMatch(/Seq Scan on (?:search_pages|content_chunks|text_derivations)/);
    }
    printTable(
      ['pages', 'query', 'found', 'scan ms', 'search ms', 'without items', 'write ms/page'],
      rows,
    );
  });
});
