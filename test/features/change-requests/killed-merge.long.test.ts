import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../src/database/embedded-postgres.ts';
import { readPostmasterFile } from '../../../src/database/embedded/postmaster-file.ts';
import { applyMigrations } from '../../../src/database/migrate.ts';
import type { Client } from '../../support/client.ts';
import { writePages, writeTexts } from '../../support/content.ts';
import { createTemporaryFolder, removeClusters } from '../../support/test-cluster.ts';
import { World } from '../../support/world.ts';
import { eventually } from '../../support/eventually.ts';

const PAGES = 400;

const dataDir = createTemporaryFolder();
const root = path.resolve(import.meta.dirname, '../../..');
let postgres: EmbeddedPostgres;
let world: World;
let editor: Client;
let spaceId: string;
let changeRequestId: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  // With the durability that PostgreSQL has when nothing is said, unlike the server of other tests.
  postgres = await openEmbeddedPostgres({ dataDir, as: 'command' });
  await applyMigrations(postgres.url);
  world = await World.create({
    database: { url: postgres.url, drop: () => Promise.resolve() },
  });
  const { id, admin } = await world.organization();
  editor = admin;
  ({ id: spaceId } = await world.space(id));
  const pages = Array.from({ length: PAGES }, (_, index) => ({
    title: `Page ${index}`,
    markdown: 'Old.\n',
  }));
  const { ids } = await writePages(world, spaceId, pages);
  ({ id: changeRequestId } = await world.changeRequest(spaceId));
  const texts = Object.values(ids).map((page) => [page, `New text of ${page}.\n`]);
  await writeTexts(world, changeRequestId, Object.fromEntries(texts) as Record<string, string>);
});

afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

afterAll(async () => {
  await world.destroy();
  await postgres.stop();
  await removeClusters(dataDir);
});

function changeRequest(): string {
  return `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
}

/** Ends a process at once, unless it ended by itself: some do when others are killed. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** What a merge writes: the head of the space, the status, revisions and how they are made. */
async function state() {
  const [row] = await world.db.query(sql`
    SELECT s.revision_id, q.status, (SELECT count(*)::int FROM revisions r WHERE r.space_id = s.id),
      (SELECT count(*)::int FROM content_chunks), (SELECT count(*)::int FROM blobs)
    FROM spaces s JOIN change_requests q ON q.space_id = s.id WHERE s.id = ${spaceId}`);
  return row;
}

/** Keeps a merge from its last writes: they wait for the change request. */
const holdLastWrite = () =>
  hold('SELECT FROM change_requests WHERE id = $1 FOR UPDATE', [changeRequestId]);

/** Keeps a merge from what it reads last. Its writes are sent together with the commit. */
const holdLastRead = () => hold('LOCK TABLE search_pages IN ACCESS EXCLUSIVE MODE');

async function hold(statement: string, values: string[] = []): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return client;
}

/** A gateway on the same database, in a process of its own. Answers its address. */
async function startGateway(): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, ['.config/run.mjs', 'main'], {
    cwd: root,
    // The runner of the tests has a BASE_URL of its own.
    env: {
      ...process.env,
      ...{ DATABASE_URL: postgres.url, BASE_URL: '', PORT: '0', DEMO: '0', LOG_LEVEL: 'fatal' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/[^/\s]+(?=\/graphql)/.exec(line) ?? [];
    if (address !== undefined) return { child, address };
  }
  throw new Error('The gateway did not start.');
}

function mergeAt(address: string): Promise<Response> {
  return fetch(`${address}${changeRequest()}/merge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}` },
  });
}

describe('kill -9 in the middle of a merge', () => {
  it('of the database and all of its processes leaves nothing of the merge', async () => {
    const before = await state();
    await holdLastWrite();
    const merging = editor.post(`${changeRequest()}/merge`);
    await world.untilBlocked();
    const backends = await world.db.query(sql`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database()`);
    const postmaster = readPostmasterFile(path.join(dataDir, 'pg18', 'data'))?.pid ?? 0;
    for (const pid of [postmaster, ...backends.flat().map(Number)]) kill(pid);
    expect((await merging).status).toBe(503);
    await eventually(() => world.db.query(sql`SELECT 1`));
    expect(await state()).toEqual(before);
  });

  it('of the gateway leaves nothing of the merge', async () => {
    const before = await state();
    const { child, address } = await startGateway();
    const holder = await holdLastRead();
    const merging = mergeAt(address);
    await world.untilBlocked();
    child.kill('SIGKILL');
    await expect(merging).rejects.toThrow();
    await holder.end();
    await eventually(async () => expect(await openTransactions()).toBe(0));
    expect(await state()).toEqual(before);
  });

  it('of both right after the answer leaves all of it', async () => {
    const { child, address } = await startGateway();
    const answer = await mergeAt(address);
    const postmaster = readPostmasterFile(path.join(dataDir, 'pg18', 'data'))?.pid ?? 0;
    kill(postmaster);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { revision, result } = (await answer.json()) as { revision: string; result: string };
    expect({ status: answer.status, result }).toEqual({ status: 200, result: 'merge' });
    await eventually(() => world.db.query(sql`SELECT 1`));
    expect((await state())?.slice(0, 2)).toEqual([revision, 'merged']);
    const { body } = await editor.get(`/v1/spaces/${spaceId}/content`);
    const [{ id }] = body.pages as [{ id: string }];
    const page = await editor.get(`/v1/spaces/${spaceId}/content/page/${id}?format=markdown`);
    expect(page.body.markdown).toBe(`New text of ${id}.\n`);
  });
});

/** Transactions that wrote something and have not ended. */
async function openTransactions(): Promise<number> {
  const rows = await world.db.query(sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL`);
  return rows.length;
}
