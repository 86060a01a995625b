import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '../../src/database/database.ts';
import type { Client } from '../support/client.ts';
import { writePages, writeTexts, type TestPage } from '../support/content.ts';
import { World } from '../support/world.ts';
import { timeGitMerge } from './git-merge.ts';
import { printTable } from './table.ts';

const PAGE_COUNTS = [100, 1000, 5000];
const SHARES = [0.01, 0.4];
/** Paragraphs of a page: about 3 kB. */
const PARAGRAPHS = 40;
const FAMILY_SIZE = 20;
/** Pages that change, however many there are. */
const CHANGED = 40;

let world: World;
let editor: Client;
let organizationId: string;

beforeAll(async () => {
  world = await World.create();
  ({ id: organizationId, admin: editor } = await world.organization());
  await world.db.query(sql`
    CREATE TABLE full_copies (copy text, page_id text, body text, PRIMARY KEY (copy, page_id))`);
  // The first one compiles what the others only run.
  const { path } = await begin(100, 0.1);
  await editor.post(`${path}/merge`);
});

afterAll(() => world.destroy());

type Texts = Record<string, string>;

function textsOf(ids: readonly string[], first: (id: string) => string): Texts {
  const rest = Array.from(
    { length: PARAGRAPHS },
    (_, index) => `Paragraph ${index}: ${'word '.repeat(12)}`,
  );
  return Object.fromEntries(ids.map((id) => [id, `${[first(id), ...rest].join('\n\n')}\n`]));
}

/** Runs work. Answers how long it took, and how many bytes the database wrote to its log. */
async function measured(work: () => Promise<unknown>): Promise<{ ms: number; kilobytes: number }> {
  const position = async () => {
    const [[bytes] = []] = await world.db.query(
      sql`SELECT (pg_current_wal_insert_lsn() - '0/0')::float8`,
    );
    return Number(bytes);
  };
  const before = await position();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  return { ms, kilobytes: ((await position()) - before) / 1024 };
}

async function rowCount(): Promise<number> {
  const [[count] = []] = await world.db.query(sql`
    SELECT (SELECT count(*) FROM content_chunks)::int + (SELECT count(*) FROM blobs)::int
      + (SELECT count(*) FROM revisions)::int + (SELECT count(*) FROM change_request_conflicts)::int`);
  return Number(count);
}

/** The longest wait for an answer to another request while work goes on, in milliseconds. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const startedAt = performance.now();
    await world.app.inject('/health');
    longest = Math.max(longest, performance.now() - startedAt);
    await sleep(1);
  }
  await done;
  return longest;
}

/** So many pages, in families as those of a handbook. */
function familiesOf(pageCount: number): TestPage[] {
  const pages = Array.from({ length: pageCount }, (_, index) => ({ title: `Page ${index}` }));
  const top = pages.slice(0, Math.ceil(pageCount / FAMILY_SIZE));
  const below = pages.slice(top.length);
  return top.map((page, index) => ({
    ...page,
    pages: below.slice(index * (FAMILY_SIZE - 1), (index + 1) * (FAMILY_SIZE - 1)),
  }));
}

/** A space whose change request changed a share of its pages, while one other page changed. */
async function begin(pageCount: number, share: number) {
  const { id: spaceId } = await world.space(organizationId);
  const { ids: idsByTitle } = await writePages(world, spaceId, familiesOf(pageCount));
  const ids = Object.values(idsByTitle);
  const base = textsOf(ids, (id) => `Old ${id}.`);
  await writeTexts(world, spaceId, base);
  const { id: changeRequestId } = await world.changeRequest(spaceId);
  const ours = textsOf(ids.slice(0, Math.ceil(pageCount * share)), (id) => `New ${id}.`);
  const theirs = textsOf(ids.slice(-1), (id) => `Other ${id}.`);
  await writeTexts(world, changeRequestId, ours);
  await writeTexts(world, spaceId, theirs);
  const path = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
  return { path, ids, base, ours, theirs };
}

/** What a platform does that copies all pages for each revision. */
async function timeFullCopy(base: Texts, ours: Texts): Promise<{ ms: number; kilobytes: number }> {
  const copy = `copy ${world.next()}`;
  const insert = (name: string, texts: Texts): Sql => sql`
    INSERT INTO full_copies SELECT ${name}, t.key, t.value
    FROM json_each_text(${JSON.stringify(texts)}::json) t`;
  await world.db.query(insert(copy, base));
  await world.db.query(insert(`${copy} ours`, ours));
  return measured(() =>
    world.db.query(sql`
      INSERT INTO full_copies
      SELECT ${`${copy} merged`}, b.page_id, coalesce(o.body, b.body) FROM full_copies b
      LEFT JOIN full_copies o ON o.copy = ${`${copy} ours`} AND o.page_id = b.page_id
      WHERE b.copy = ${copy}`),
  );
}

describe('a merge', () => {
  it('takes time, rows and bytes for what changed', async () => {
    const rows: (string | number)[][] = [];
    for (const pageCount of PAGE_COUNTS) {
      for (const share of SHARES) {
        const { path, base, ours, theirs } = await begin(pageCount, share);
        const before = await rowCount();
        let wait = 0;
        const { ms, kilobytes } = await measured(async () => {
          const merging = editor.post(`${path}/merge`);
          wait = await longestWait(merging);
          expect((await merging).body.result).toBe('merge');
        });
        const written = (await rowCount()) - before;
        const copy = await timeFullCopy({ ...base, ...theirs }, ours);
        const git = timeGitMerge({ base, ours, theirs });
        rows.push([
          ...[pageCount, Object.keys(ours).length, ms.toFixed(0), written, kilobytes.toFixed(0)],
          ...[wait.toFixed(0), copy.ms.toFixed(0), copy.kilobytes.toFixed(0), git.toFixed(0)],
        ]);
      }
    }
    printTable(
      [
        ...['pages', 'changed', 'merge ms', 'rows', 'kB', 'longest wait ms'],
        ...['full copy ms', 'full copy kB', 'git merge ms'],
      ],
      rows,
    );
  });

  it('and all around it take as long for the same changes, however many pages there are', async () => {
    const rows: (string | number)[][] = [];
    for (const pageCount of PAGE_COUNTS) {
      const { path, ids } = await begin(pageCount, CHANGED / pageCount);
      const [first, second, , other] = ids;
      const [, id] = /change-requests\/(\w+)$/.exec(path) ?? [];
      const post = async (action: string, body?: object) =>
        expect((await editor.post(`${path}${action}`, body)).status).toBe(200);
      const edit = (change: object) => post('/content', { changes: [change] });
      const shown = (fields: string) =>
        editor.query(`query ($id: ID!) { changeRequest(id: $id) { ${fields} } }`, { id });
      const works: (() => Promise<unknown>)[] = [
        () => edit({ operation: 'update_page', page: first, document: { markdown: 'New.' } }),
        () => edit({ operation: 'update_page', page: second, metadata: { slug: 'new' } }),
        () => edit({ operation: 'move_page', page: other, into: first, at: 0 }),
        () => shown('changes(first: 10) { totalCount counts { count } nodes { type } }'),
        () => shown('mergeability { reasons }'),
        () => post('/update'),
        () => post('/merge'),
      ];
      const times: string[] = [];
      for (const work of works) times.push((await measured(work)).ms.toFixed(0));
      rows.push([pageCount, ...times]);
    }
    printTable(
      ['pages', 'edit ms', 'rename ms', 'move ms', 'changes ms', 'mergeability', 'update', 'merge'],
      rows,
    );
  });

  it('of texts that both sides changed, and of conflicts, takes time for those', async () => {
    const rows: (string | number)[][] = [];
    for (const [pageCount, kind] of [
      [2000, 'merged texts'],
      [2000, 'conflicts'],
      [12_000, 'conflicts'],
    ] as const) {
      const { path, base } = await begin(pageCount, 0.0001);
      const ids = Object.keys(base);
      const [, spaceId = '', changeRequestId = ''] = /spaces\/(\w+)\/.*\/(\w+)$/.exec(path) ?? [];
      await writeTexts(
        world,
        changeRequestId,
        textsOf(ids, (id) => `Ours ${id}.`),
      );
      const theirs =
        kind === 'conflicts'
          ? textsOf(ids, (id) => `Theirs ${id}.`)
          : Object.fromEntries(ids.map((id) => [id, `${base[id]}\nTheirs ${id}.\n`]));
      await writeTexts(world, spaceId, theirs);
      const before = await rowCount();
      let wait = 0;
      const { ms, kilobytes } = await measured(async () => {
        const merging = editor.post(`${path}/merge`);
        wait = await longestWait(merging);
        expect((await merging).status).toBe(200);
      });
      const written = (await rowCount()) - before;
      rows.push([kind, pageCount, ms.toFixed(0), written, kilobytes.toFixed(0), wait.toFixed(0)]);
    }
    printTable(['of', 'pages', 'merge ms', 'rows', 'kB', 'longest wait ms'], rows);
  });
});

describe('the changes of a change request', () => {
  it('are shown page by page, as many as there are', async () => {
    const rows: (string | number)[][] = [];
    for (const pageCount of PAGE_COUNTS) {
      const { path, ids } = await begin(pageCount, 1);
      const [, id] = /change-requests\/(\w+)$/.exec(path) ?? [];
      const times: number[] = [];
      const seen = new Set<string>();
      for (let after: string | null = null, isMore = true; isMore;) {
        const { ms } = await measured(async () => {
          const { changeRequest } = await editor.query(
            `query ($id: ID!, $after: String) { changeRequest(id: $id) {
              changes(first: 100, after: $after) { totalCount pageInfo { endCursor hasNextPage }
                nodes { type ... on PageChange { page { pageId path } } } } } }`,
            { id, after },
          );
          const { totalCount, nodes, pageInfo } = changeRequest.changes;
          expect(totalCount).toBe(pageCount);
          for (const { page } of nodes) seen.add(page.pageId as string);
          [after, isMore] = [pageInfo.endCursor as string, pageInfo.hasNextPage as boolean];
        });
        times.push(ms);
      }
      expect(seen).toEqual(new Set(ids));
      const [first = 0, ...others] = times;
      const rest = others.reduce((sum, ms) => sum + ms, 0) / Math.max(1, others.length);
      rows.push([pageCount, first.toFixed(0), rest.toFixed(0)]);
    }
    printTable(['changes', 'first 100 ms', 'next 100 ms'], rows);
  });
});
