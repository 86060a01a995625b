import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { backUp, readTableHashes, restore } from '../support/backups.ts';
import { eventually } from '../support/eventually.ts';
import { createEmptyDatabase } from '../support/postgres.ts';
import { spawnProgram } from '../support/program.ts';
import { openTestDatabase } from '../support/reused-databases.ts';
import { useWorld } from '../support/use-world.ts';

/** Bytes of the content, which do not compress: enough to be killed in the middle of. */
const BLOB_COUNT = 100;
const BLOB_SIZE = 1024 * 1024;
/** Heap in which a backup of more than it fits, in megabytes. */
const HEAP_MB = 64;

const world = useWorld();
let folder: string;
let file: string;

beforeAll(async () => {
  await world.organization();
  await world.db.query(sql`
    CREATE FUNCTION random_bytes(size int) RETURNS bytea LANGUAGE sql VOLATILE AS $$
      SELECT decode(string_agg(md5(random()::text), ''), 'hex') FROM generate_series(1, size / 16) $$`);
  for (let count = 0; count < BLOB_COUNT; count += 1) {
    await world.db.query(sql`
      INSERT INTO blobs (hash, bytes, size)
      SELECT ${`test${count}`}, b, length(b) FROM random_bytes(${BLOB_SIZE}::int) b`);
  }
  folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-killed-backup-'));
  file = path.join(folder, 'backup.zip');
});

afterAll(() => rm(folder, { recursive: true }));

/** Starts a command, and ends it when it is in the middle of its work. */
async function endWhen(
  signal: NodeJS.Signals,
  [command, url]: [command: string, url: string],
  isInTheMiddle: () => Promise<boolean> | boolean,
): Promise<number | null> {
  const child = spawnProgram('docgraph', [command, file], { DATABASE_URL: url });
  child.stdout.resume();
  child.stderr.resume();
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await eventually(async () => expect(await isInTheMiddle()).toBe(true));
  child.kill(signal);
  const [code] = await ended;
  return code;
}

const partials = () => readdirSync(folder).filter((name) => name.endsWith('.partial'));

it('a killed backup leaves no file that looks like one, a stopped one leaves none', async () => {
  const begun = () => partials().length > 0;
  expect(await endWhen('SIGKILL', ['backup', world.url], begun)).toBeNull();
  expect(existsSync(file)).toBe(false);
  const [partial = ''] = partials();
  const half = path.join(folder, partial);
  await expect(restore(half, 'postgresql://none')).rejects.toThrow(/is no backup, or is damaged/);
  await rm(half);
  expect(await endWhen('SIGTERM', ['backup', world.url], begun)).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it('a killed restore leaves an empty database, which the next one fills', async () => {
  await backUp(world.url, file);
  const database = await createEmptyDatabase();
  const { db, giveBack } = openTestDatabase(database);
  const copies = async () => {
    const [row] = await world.db.query(sql`
      SELECT count(*)::int FROM pg_stat_activity
      WHERE application_name = 'docgraph restore' AND query LIKE 'COPY "blobs"%'`);
    return row?.[0] === 1;
  };
  try {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const code = await endWhen(signal, ['restore', database.url], copies);
      expect(code).toBe(signal === 'SIGTERM' ? 1 : null);
      await eventually(async () => expect(await copies()).toBe(false));
      const tables = await db.query(
        sql`SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'`,
      );
      expect(tables).toEqual([]);
    }
    await restore(file, database.url);
    const { change_log: _log, ...hashes } = await readTableHashes(world.db);
    expect(await readTableHashes(db)).toMatchObject(hashes);
  } finally {
    await giveBack();
  }
});

it('a backup and a restore need a small heap, whatever the size', async () => {
  const database = await createEmptyDatabase();
  const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
  try {
    for (const [command, url] of [
      ['backup', world.url],
      ['restore', database.url],
    ] as const) {
      if (command === 'backup') await rm(file, { force: true });
      const child = spawnProgram('docgraph', [command, file], { DATABASE_URL: url, NODE_OPTIONS });
      child.stdout.resume();
      child.stderr.pipe(process.stderr);
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
  } finally {
    await database.drop();
  }
});
