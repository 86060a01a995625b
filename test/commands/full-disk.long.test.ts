import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { eventually } from '../support/eventually.ts';

const TOKEN = 'token-of-the-full-disk';
const DISK_MB = 150;
/** Writes after which the files of the database have no room left that they took before. */
const WRITES_MAX = 60;

let disk: SmallDisk | null = null;
let gateway: ChildProcess;
let url = '';
let spaceId = '';

/** Data, caches and the log are on the disk. */
async function startGateway({ folder }: SmallDisk): Promise<void> {
  const out = path.join(folder, 'out');
  const log = openSync(out, 'w');
  gateway = spawn(process.execPath, ['.config/run.mjs', 'main'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      ...{ BASE_URL: '', DATABASE_URL: '', DATA_DIR: path.join(folder, 'data'), PORT: '0' },
      ...{ DEMO: '0', ADMIN_TOKEN: TOKEN },
    },
    stdio: ['ignore', log, log],
  });
  url = await eventually(() => {
    const [, address = ''] = /GraphiQL +(\S+)\/graphql/.exec(readFileSync(out, 'utf8')) ?? [];
    expect(address).not.toBe('');
    return address;
  }, 200);
}

async function ask(method: string, to: string, body?: object) {
  const response = await fetch(`${url}${to}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const text = (title: string) => `${title} ${Math.random()}\n\n`.repeat(3000);

const writePage = (title: string) =>
  ask('POST', `/v1/spaces/${spaceId}/content`, {
    changes: [
      { operation: 'insert_page', metadata: { title }, document: { markdown: text(title) } },
    ],
  });

async function readTitles(): Promise<string[]> {
  const { status, body } = await ask('GET', `/v1/spaces/${spaceId}/content/pages`);
  expect(status).toBe(200);
  return (body['pages'] as { title: string }[]).map(({ title }) => title);
}

/** Uses up the log of the database, without which PostgreSQL stops. */
async function exhaustWal({ folder }: SmallDisk): Promise<void> {
  const cluster = path.join(folder, 'data/pg18');
  const [, , , port] = readFileSync(path.join(cluster, 'data/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(path.join(cluster, 'password'), 'utf8').trim();
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: Number(port), user: 'postgres', password, database: 'docgraph' },
  });
  client.on('error', () => {});
  await client.connect();
  const statement = `SELECT pg_logical_emit_message(true, '', repeat('x', 1000000)), pg_switch_wal()`;
  for (;;) {
    try {
      await client.query(statement);
    } catch {
      return;
    }
  }
}

beforeAll(async () => {
  disk = mountSmallDisk(DISK_MB);
  if (!disk) return;
  await startGateway(disk);
  const { body } = await ask('POST', '/graphql', {
    query: 'mutation { createOrganization(input: { title: "Full" }) { organization { id } } }',
  });
  const { createOrganization } = body['data'] as {
    createOrganization: { organization: { id: string } };
  };
  const space = await ask('POST', `/v1/orgs/${createOrganization.organization.id}/spaces`, {
    title: 'Full',
  });
  spaceId = space.body['id'] as string;
});

afterAll(async () => {
  if (!disk) return;
  gateway.kill('SIGINT');
  await once(gateway, 'exit');
  disk.remove();
});

describe('on a full disk', () => {
  it('writes are refused with the reason, reads go on, and writes too once there is room', async ({
    skip,
  }) => {
    if (!disk) return skip();
    const acknowledged = ['Before'];
    expect(await writePage('Before')).toMatchObject({ status: 200 });
    const makeRoom = disk.fill();
    let refused: Awaited<ReturnType<typeof writePage>> | undefined;
    for (let number = 0; number < WRITES_MAX && !refused; number += 1) {
      const answer = await writePage(`Full ${number}`);
      if (answer.status === 200) acknowledged.push(`Full ${number}`);
      else refused = answer;
    }
    const message = expect.stringMatching(/^The disk of the database is full: reads work/);
    expect(refused).toMatchObject({ status: 503, body: { error: { message } } });
    expect(await readTitles()).toEqual(acknowledged);
    expect(await ask('GET', '/health')).toMatchObject({ status: 200 });
    expect(await ask('GET', '/ready')).toMatchObject({
      ...{ status: 503, body: { status: 'disk full' } },
    });

    makeRoom();
    expect(await writePage('After')).toMatchObject({ status: 200 });
    expect(await readTitles()).toEqual([...acknowledged, 'After']);
    expect(await ask('GET', '/ready')).toMatchObject({ status: 200 });
  });

  it('a database that stopped for want of room comes back with all that was written', async ({
    skip,
  }) => {
    if (!disk) return skip();
    const titles = await readTitles();
    const makeRoom = disk.fill();
    await exhaustWal(disk);
    await eventually(async () => expect((await ask('GET', '/ready')).status).toBe(503));
    expect(await ask('GET', '/health')).toMatchObject({ status: 200 });
    expect((await writePage('Refused')).status).toBe(503);

    makeRoom();
    await eventually(async () => expect((await ask('GET', '/ready')).status).toBe(200), 200);
    expect(await writePage('Again')).toMatchObject({ status: 200 });
    expect(await readTitles()).toEqual([...titles, 'Again']);
  });
});
