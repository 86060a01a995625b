import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { findFreePort } from '../../src/database/embedded/postmaster.ts';
import { spawnProgram } from '../support/program.ts';
import { eventually } from '../support/eventually.ts';

const folders: string[] = [];
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) {
    // The data may be elsewhere, where the user that PostgreSQL runs as can read it.
    const data = await realpath(path.join(folder, 'pg18'));
    for (const each of [data, folder]) await rm(each, { recursive: true, force: true });
  }
});

/** Makes a folder without a database, and the settings for the embedded PostgreSQL there. */
async function newFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-first-start-'));
  folders.push(folder);
  return { folder, settings: { DATABASE_URL: '', DATA_DIR: folder, LOG_LEVEL: 'warn' } };
}

function start(settings: Record<string, string>) {
  const child = spawnProgram('main', [], settings);
  children.push(child);
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  return {
    untilPrinted: (line: string) => eventually(() => expect(out).toContain(line)),
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      const [code] = await ended;
      return { code, out };
    },
  };
}

async function ask(port: string, url: string, token = '') {
  const response = await fetch(`http://127.0.0.1:${port}${url}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

it('can be stopped while the demo is made, with the token shown, and started again', async () => {
  const { folder, settings } = await newFolder();
  const port = String(await findFreePort());
  const first = start({ ...settings, PORT: port });
  await eventually(() => ask(port, '/health'));
  expect(await ask(port, '/health')).toMatchObject({ status: 200, body: { status: 'starting' } });
  expect(await ask(port, '/ready')).toMatchObject({ status: 503, body: { status: 'starting' } });
  const early = await ask(port, '/v1/orgs');
  expect(early).toMatchObject({ status: 503, body: { error: { code: 503 } } });
  expect(early.headers.get('retry-after')).toBe('1');
  await first.untilPrinted('Admin token');
  const { code, out } = await first.end('SIGINT');
  expect(code).toBe(0);
  expect(out).not.toContain('docgraph is ready');
  expect(existsSync(path.join(folder, 'pg18/data/PG_VERSION'))).toBe(true);
  expect(existsSync(path.join(folder, 'pg18/data/postmaster.pid'))).toBe(false);

  const [, token = ''] = /Admin token +(dg_\S+)/.exec(out) ?? [];
  const second = start({ ...settings, PORT: port });
  await second.untilPrinted('docgraph is ready');
  const { body } = await ask(port, '/v1/orgs', token);
  expect(body).toMatchObject({ items: [{ title: 'Tidewater' }] });
  const end = await second.end('SIGINT');
  expect(end.code).toBe(0);
  expect(end.out).toContain('Token lost?');
  expect(end.out).not.toContain('Admin token');
});

it('stops its database also before it is ready, and the import with it, as a failure', async () => {
  const { folder, settings } = await newFolder();
  const args = ['test/fixtures', '--space', 'Stopped'];
  const child = spawnProgram('import', args, settings);
  children.push(child);
  const pidFile = path.join(folder, 'pg18/data/postmaster.pid');
  await eventually(() => expect(existsSync(pidFile)).toBe(true), 5);
  child.kill('SIGINT');
  const [error, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  expect(error).toBe('Nothing was imported. It was stopped by SIGINT.\n');
  expect(code).toBe(1);
  expect(existsSync(pidFile)).toBe(false);
});
