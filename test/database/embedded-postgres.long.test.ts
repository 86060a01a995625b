import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/database/embedded-postgres.ts';
import { isProcessAlive, readPostmasterFile } from '../../src/database/embedded/postmaster-file.ts';
import { eventually } from '../support/eventually.ts';
import { createTemporaryFolder, removeClusters } from '../support/test-cluster.ts';

const cleanups: (() => unknown)[] = [];
let sharedFolder: string;

// A first start takes a while, so the tests that can share one data directory, each of which
// finds it without a server.
beforeAll(async () => {
  sharedFolder = createTemporaryFolder();
  const database = await openEmbeddedPostgres({ dataDir: sharedFolder, as: 'command' });
  await query(database.url, 'CREATE TABLE note (id int)');
  await database.stop();
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

afterAll(() => removeClusters(sharedFolder));

/** The shared data directory: it holds a table `note`, with what tests before left there. */
function useSharedDataDir(): string {
  cleanups.push(async () => {
    // The server of a process that was killed.
    if (serverPid(sharedFolder) === undefined) return;
    const database = await openEmbeddedPostgres({ dataDir: sharedFolder, as: 'command' });
    await database.stop();
  });
  return sharedFolder;
}

function newDataDir(): string {
  const folder = createTemporaryFolder();
  cleanups.push(() => removeClusters(folder));
  return path.join(folder, 'data');
}

async function open(dataDir: string, as: 'gateway' | 'command'): Promise<EmbeddedPostgres> {
  const database = await openEmbeddedPostgres({ dataDir, as });
  cleanups.push(() => database.stop());
  return database;
}

interface Holder {
  process: ChildProcess;
  url?: string;
  refused?: string;
}

/** Opens the database in a process of its own. */
async function openElsewhere(dataDir: string, as: 'gateway' | 'command'): Promise<Holder> {
  const script = path.resolve(import.meta.dirname, '../support/hold-database.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, as], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => kill(child));
  const [line]: string[] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, ...JSON.parse(line ?? '{}') };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function queryWhenBack(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return eventually(() => query(url, sql), 100);
}

function dataDirectory(dataDir: string): string {
  return path.join(dataDir, 'pg18', 'data');
}

function serverPid(dataDir: string): number | undefined {
  return readPostmasterFile(dataDirectory(dataDir))?.pid;
}

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('one process', () => {
  test('creates the database, and finds its rows again after a stop', async () => {
    const dataDir = newDataDir();
    const first = await open(dataDir, 'gateway');
    await query(first.url, 'CREATE TABLE note AS SELECT 1 AS id');
    await first.stop();
    expect(serverPid(dataDir)).toBeUndefined();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow();

    const second = await open(dataDir, 'gateway');
    expect(await query(second.url, 'SELECT current_database() AS name, id FROM note')).toEqual([
      { name: 'docgraph', id: 1 },
    ]);
  });

  test('keeps the durability of PostgreSQL', async () => {
    const { url } = await open(useSharedDataDir(), 'gateway');
    const [settings] = await query(
      url,
      `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
         current_setting('synchronous_commit') AS "commit"`,
    );
    expect(settings).toEqual({ fsync: 'on', pages: 'on', commit: 'on' });
  });

  test('may stop twice', async () => {
    const database = await open(useSharedDataDir(), 'gateway');
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
  });

  test('restarts a killed server on its address, with every committed row', async () => {
    const dataDir = useSharedDataDir();
    const { url } = await open(dataDir, 'gateway');
    const pool = new pg.Pool({ connectionString: url });
    cleanups.push(() => pool.end());
    pool.on('error', () => {});
    await pool.query('TRUNCATE note');
    const pid = serverPid(dataDir) ?? 0;
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        await pool.query('INSERT INTO note VALUES ($1)', [acknowledged + 1]);
        acknowledged += 1;
        if (acknowledged === 50) process.kill(pid, 'SIGKILL');
      }
    })();
    await expect(writing).rejects.toThrow();

    const [row] = await queryWhenBack(url, 'SELECT count(*)::int AS count FROM note');
    // The statement that was under way may have been committed without an answer.
    expect([acknowledged, acknowledged + 1]).toContain(row?.count);
    expect(serverPid(dataDir)).not.toBe(pid);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a stop right after the server was killed ends with no server', async () => {
    const dataDir = useSharedDataDir();
    const database = await open(dataDir, 'gateway');
    const pid = serverPid(dataDir) ?? 0;
    process.kill(pid, 'SIGKILL');
    await database.stop();
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow();
  });
});

describe('several processes', () => {
  test('a second gateway is refused and told by whom', async () => {
    const dataDir = useSharedDataDir();
    const holder = await openElsewhere(dataDir, 'gateway');
    const refusal = open(dataDir, 'gateway');
    await expect(refusal).rejects.toThrow(`The data directory ${dataDir} is in use`);
    await expect(refusal).rejects.toThrow(`(process ${holder.process.pid})`);
    await expect(refusal).rejects.toThrow('set DATA_DIR');
    expect(await query(holder.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('of two gateways that start at once on a new folder, one wins', async () => {
    const dataDir = newDataDir();
    const holders = await Promise.all([
      openElsewhere(dataDir, 'gateway'),
      openElsewhere(dataDir, 'gateway'),
    ]);
    const winner = holders.find(({ url }) => url !== undefined);
    const loser = holders.find(({ refused }) => refused !== undefined);
    expect(loser?.refused).toContain(`process ${winner?.process.pid}`);
    await (await open(dataDir, 'command')).stop();
    expect(await query(winner?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('commands that start at once share one server, and the last one stops it', async () => {
    const dataDir = useSharedDataDir();
    const commands = await Promise.all([1, 2, 3, 4].map(() => open(dataDir, 'command')));
    const [first, ...others] = commands;
    expect(new Set(commands.map(({ url }) => url)).size).toBe(1);
    await Promise.all(others.map((command) => command.stop()));
    expect(await query(first?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await first?.stop();
    expect(serverPid(dataDir)).toBeUndefined();
  });

  test('a command works beside the gateway, and keeps the server when that stops', async () => {
    const dataDir = useSharedDataDir();
    const gateway = await open(dataDir, 'gateway');
    const command = await open(dataDir, 'command');
    expect(command.url).toBe(gateway.url);
    await gateway.stop();
    expect(await query(command.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await command.stop();
    expect(serverPid(dataDir)).toBeUndefined();
  });

  test('processes that come while the server stops get a server', async () => {
    const dataDir = useSharedDataDir();
    for (let round = 0; round < 5; round++) {
      const leaving = await open(dataDir, 'command');
      const stopped = leaving.stop();
      const next = await open(dataDir, 'command');
      expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await Promise.all([stopped, next.stop()]);
    }
  });

  test('the server of a killed gateway is found, used and stopped', async () => {
    const dataDir = useSharedDataDir();
    const holder = await openElsewhere(dataDir, 'gateway');
    await query(holder.url ?? '', 'TRUNCATE note; INSERT INTO note VALUES (1)');
    const orphan = serverPid(dataDir);
    await kill(holder.process);

    const gateway = await open(dataDir, 'gateway');
    expect(serverPid(dataDir)).toBe(orphan);
    expect(gateway.url).toBe(holder.url);
    expect(await query(gateway.url, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
    await gateway.stop();
    expect(serverPid(dataDir)).toBeUndefined();
  });

  test('a gateway and its server may both be killed', async () => {
    const dataDir = useSharedDataDir();
    const holder = await openElsewhere(dataDir, 'gateway');
    await query(holder.url ?? '', 'TRUNCATE note; INSERT INTO note VALUES (1)');
    const pid = serverPid(dataDir) ?? 0;
    await kill(holder.process);
    process.kill(pid, 'SIGKILL');

    const gateway = await open(dataDir, 'gateway');
    expect(await query(gateway.url, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
  });
});

describe('what a crash leaves behind', () => {
  function writePostmasterFile(dataDir: string, pid: number): void {
    const lines = [pid, dataDirectory(dataDir), 1, 5432, '', '127.0.0.1', '', 'ready   ', ''];
    const file = path.join(dataDirectory(dataDir), 'postmaster.pid');
    fs.writeFileSync(file, lines.join('\n'));
    const { uid, gid } = fs.statSync(dataDirectory(dataDir));
    fs.chownSync(file, uid, gid);
  }

  test('a pid file of a process that is gone does not stop a start', async () => {
    const dataDir = useSharedDataDir();
    writePostmasterFile(dataDir, await deadPid());
    const { url } = await open(dataDir, 'gateway');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a pid file that names a process of someone else does not, nor harms that process', async () => {
    const dataDir = useSharedDataDir();
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    cleanups.push(() => kill(bystander));
    writePostmasterFile(dataDir, bystander.pid ?? 0);
    const database = await open(dataDir, 'gateway');
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect(isProcessAlive(bystander.pid ?? 0)).toBe(true);
  });

  test('a folder of a start that was killed half-way is removed', async () => {
    const dataDir = newDataDir();
    const draft = path.join(dataDir, `pg18.new-${await deadPid()}-abcdef`);
    fs.mkdirSync(path.join(draft, 'data'), { recursive: true });
    await open(dataDir, 'gateway');
    expect(fs.readdirSync(dataDir)).toEqual(['pg18']);
  });
});

describe('folders that cannot be used', () => {
  test('a folder that cannot be written', async () => {
    const dataDir = newDataDir();
    fs.writeFileSync(dataDir, 'a file');
    await expect(open(dataDir, 'gateway')).rejects.toThrow(
      `The data directory ${dataDir} cannot be written`,
    );
  });

  test('a folder that refuses new ones as if it were not there', async () => {
    await expect(open('/proc/docgraph/data', 'gateway')).rejects.toThrow(
      'The data directory /proc/docgraph/data cannot be written',
    );
  });

  test('data of another major version, by its folder', async () => {
    const dataDir = newDataDir();
    fs.mkdirSync(path.join(dataDir, 'pg17'), { recursive: true });
    await expect(open(dataDir, 'gateway')).rejects.toThrow('contains data of PostgreSQL 17');
  });

  test('data of another major version, by its own record', async () => {
    const dataDir = newDataDir();
    fs.mkdirSync(dataDirectory(dataDir), { recursive: true });
    fs.writeFileSync(path.join(dataDirectory(dataDir), 'PG_VERSION'), '16\n');
    fs.writeFileSync(path.join(dataDir, 'pg18', 'password'), 'secret');
    await expect(open(dataDir, 'gateway')).rejects.toThrow('was made by PostgreSQL 16');
  });

  test('a folder that is no cluster', async () => {
    const dataDir = newDataDir();
    fs.mkdirSync(path.join(dataDir, 'pg18'), { recursive: true });
    await expect(open(dataDir, 'gateway')).rejects.toThrow(
      'is not a database that this user can open',
    );
  });

  test.runIf(process.getuid?.() === 0)(
    'as root, a folder that others cannot enter links to data elsewhere',
    async () => {
      const dataDir = newDataDir();
      fs.chmodSync(path.dirname(dataDir), 0o700);
      const first = await open(dataDir, 'gateway');
      const home = fs.realpathSync(path.join(dataDir, 'pg18'));
      cleanups.unshift(() => fs.rmSync(home, { recursive: true, force: true }));
      await query(first.url, 'CREATE TABLE note AS SELECT 1 AS id');
      expect(home).toMatch(/^\/var\/lib\/docgraph\/data-/);
      await first.stop();

      const second = await open(dataDir, 'gateway');
      expect(await query(second.url, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
    },
  );
});
