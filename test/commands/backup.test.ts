import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupError } from '../../src/database/backup/backup-error.ts';
import { fileOfTable } from '../../src/database/backup/backup-manifest.ts';
import { openBackup } from '../../src/database/backup/open-backup.ts';
import { planRestore, restoreBackup } from '../../src/database/backup/restore-backup.ts';
import { sql, type Database } from '../../src/database/database.ts';
import { applyMigrations } from '../../src/database/migrate.ts';
import { findMigrationsFolder } from '../../src/database/migrations/read-migrations.ts';
import { enqueueCopies, queueColumnsSql } from '../../src/jobs/copy-queue.ts';
import { prepareQueue } from '../../src/jobs/prepare-queue.ts';
import { newId } from '../../src/lib/id.ts';
import { backUp, inEmptyDatabase, readSchema, restore } from '../support/backups.ts';
import type { Client } from '../support/client.ts';
import { lawCount } from '../support/law-count.ts';
import { createScene } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

const root = path.resolve(import.meta.dirname, '../..');
const world = useWorld();
let organizationId: string;
let folder: string;

beforeAll(async () => {
  const { id, admin } = await world.organization();
  organizationId = id;
  await createScene(world, organizationId, admin.userId);
  folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-backup-'));
});

afterAll(() => rm(folder, { recursive: true }));

let count = 0;
const newFile = () => path.join(folder, `${(count += 1)}.zip`);

/** Names of the tables of a database. */
const tablesOf = async ({ query }: Database) =>
  (await query(sql`SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'`)).flat();

describe('a backup while others write', () => {
  it('is one moment, with all that was done before it', { timeout: 900_000 }, async () => {
    const done: string[] = [];
    let isOver = false;
    const write = async (id: string, client: Client) => {
      while (!isOver) {
        const space = await client.post(`/v1/orgs/${id}/spaces`, { title: 'New' });
        expect(space.status).toBe(201);
        done.push(space.body.id);
        for (let number = 0; number < 3; number += 1) {
          const request = await client.post(`/v1/spaces/${space.body.id}/change-requests`, {});
          expect(request.status).toBe(201);
          done.push(request.body.id);
        }
        const slug = `api-${space.body.id.slice(3).toLowerCase()}`;
        const spec = await client.put(`/v1/orgs/${id}/openapi/${slug}`, {
          source: { text: '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}' },
        });
        // An organization has a limited number of them.
        expect([200, 201, 409]).toContain(spec.status);
      }
    };
    for (let backup = 0; backup < lawCount(20); backup += 1) {
      const before = done.length;
      const file = newFile();
      const { id } = await world.organization();
      const writers = await Promise.all([0, 1, 2].map(() => world.member(id, 'admin')));
      isOver = false;
      const writing = Promise.all(writers.map((client) => write(id, client)));
      try {
        await backUp(world.url, file);
      } finally {
        isOver = true;
        await writing;
      }
      const acknowledged = done.slice(0, before);
      await inEmptyDatabase(async (db, { url }) => {
        // Foreign keys are checked by the restore.
        await restore(file, url);
        await expectOneMoment(db, acknowledged);
      });
    }
    expect(done.length).toBeGreaterThan(20);
  });
});

/** Checks what one transaction writes to several tables. */
async function expectOneMoment(db: Database, acknowledged: readonly string[]): Promise<void> {
  const wrongNumbers = await db.query(sql`
    SELECT s.id FROM spaces s LEFT JOIN change_requests c ON c.space_id = s.id
    WHERE s.id LIKE 'sp_%' AND s.organization_id <> ${organizationId}
    GROUP BY s.id HAVING s.last_change_request <> count(c.id)
      OR s.last_change_request <> coalesce(max(c.number), 0)`);
  expect(wrongNumbers).toEqual([]);
  const lostJobs = await db.query(sql`
    SELECT j.id, q.key FROM (SELECT * FROM jobs WHERE ended_at IS NULL
      AND organization_id <> ${organizationId}) j
    FULL JOIN graphile_worker._private_jobs q ON q.key = j.id
    WHERE j.id IS NULL OR q.key IS NULL`);
  expect(lostJobs).toEqual([]);
  const missing = await db.query(sql`
    SELECT id FROM unnest(${acknowledged}::text[]) id
    WHERE id NOT IN (SELECT id FROM spaces UNION ALL SELECT id FROM change_requests)`);
  expect(missing).toEqual([]);
}

describe('the queue', () => {
  it('is restored with its jobs in order, those that run included', async () => {
    const waiting = () => sql`
      SELECT t.identifier, q.queue_name, j.key, j.payload::text, j.max_attempts, j.run_at
      FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id ORDER BY j.id`;
    const key = newId('Job');
    await world.db.query(sql`
      SELECT FROM graphile_worker.add_job('job test', '{"id":"1"}', queue_name := 'a',
        run_at := now() + interval '1 day', max_attempts := 7, job_key := ${key})`);
    await world.db.query(sql`
      SELECT FROM graphile_worker.add_job('job test', '{"id":"2"}', queue_name := 'a')`);
    await world.db.query(sql`
      UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'worker-of-before',
        attempts = 1 WHERE key = ${key}`);
    const file = newFile();
    const { jobs } = await backUp(world.url, file);
    const original = await world.db.query(waiting());
    expect(original.length).toBe(jobs);
    await inEmptyDatabase(async (db, { url }) => {
      await restore(file, url);
      expect(await db.query(waiting())).toEqual(original);
      const [row] = await db.query(
        sql`SELECT count(*)::int FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL`,
      );
      expect(row).toEqual([0]);
    });
  });
});

describe('a sequence', () => {
  it('goes on where it was', async () => {
    const table = {
      name: '29990101000000_counted',
      sql: 'CREATE TABLE counted (id int GENERATED ALWAYS AS IDENTITY, twice int GENERATED ALWAYS AS (2) STORED)',
    };
    const file = newFile();
    await inEmptyDatabase(async (db, { url }) => {
      await applyMigrations(url);
      await db.pool.query(`${table.sql}; INSERT INTO counted DEFAULT VALUES`);
      await db.pool.query('INSERT INTO counted DEFAULT VALUES; DELETE FROM counted WHERE id = 2');
      await backUp(url, file);
    });
    await inEmptyDatabase(async (db, { url }) => {
      const backup = await openBackup(file);
      const { before, after } = planRestore(backup.manifest, findMigrationsFolder());
      await restoreBackup(url, backup, {
        plan: { before: [...before, { ...table, checksum: '', equivalentChecksums: [] }], after },
        enqueue: enqueueCopies,
        queueColumns: queueColumnsSql,
        prepareQueue: () => prepareQueue(url, pino({ level: 'silent' })),
        signal: new AbortController().signal,
      });
      backup.close();
      await db.pool.query('INSERT INTO counted DEFAULT VALUES');
      expect(await db.query(sql`SELECT id, twice FROM counted ORDER BY id`)).toEqual([
        [1, 2],
        [3, 2],
      ]);
    });
  });
});

describe('a backup of another version', () => {
  it('that is newer is refused by its version, before anything changes', async () => {
    const file = newFile();
    await world.db.query(sql`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('later', 'x', '29991231000000_later', now())`);
    try {
      await backUp(world.url, file);
    } finally {
      await world.db.query(sql`DELETE FROM _prisma_migrations WHERE id = 'later'`);
    }
    await inEmptyDatabase(async (db, { url }) => {
      await expect(restore(file, url)).rejects.toThrow(
        /made by a newer docgraph \(\S+, with the migration 29991231000000_later\)/,
      );
      expect(await tablesOf(db)).toEqual([]);
    });
  });

  it('that is older goes through the migrations since then', async () => {
    const file = newFile();
    const all = (await readdir(findMigrationsFolder())).filter((name) => /^\d/.test(name));
    const old = path.join(folder, 'old');
    await mkdir(old);
    for (const name of all.toSorted().slice(0, 20)) {
      await cp(path.join(findMigrationsFolder(), name), path.join(old, name), { recursive: true });
    }
    await inEmptyDatabase(async (db, { url }) => {
      await applyMigrations(url, { folder: old });
      await db.query(
        sql`INSERT INTO users (id, display_name, email) VALUES ('us_1', 'Ann', 'a@b')`,
      );
      await backUp(url, file);
    });
    await inEmptyDatabase(async (db, { url }) => {
      expect(await restore(file, url)).toMatchObject({ migrations: all.length - 20, rows: 21 });
      expect(await db.query(sql`SELECT id, display_name FROM users`)).toEqual([['us_1', 'Ann']]);
      expect(await readSchema(db)).toEqual(await readSchema(world.db));
      expect(await applyMigrations(url)).toEqual([]);
    });
  });
});

describe('a file', () => {
  let bytes: Buffer;
  let original: string;

  beforeAll(async () => {
    const file = newFile();
    await backUp(world.url, file);
    bytes = await readFile(file);
    original = await contentOf(file);
  });

  /** Returns all that a restore reads of a backup. */
  async function contentOf(file: string): Promise<string> {
    const { manifest, read, close } = await openBackup(file);
    const names = manifest.tables.map(({ name }) => fileOfTable(name));
    let all = JSON.stringify(manifest);
    for (const name of names) all += await text(await read(name));
    close();
    return all;
  }

  it('that is cut anywhere is refused, and the database stays empty', async () => {
    const file = newFile();
    await inEmptyDatabase(async (db, { url }) => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (length) => {
          await writeFile(file, bytes.subarray(0, length));
          await expect(restore(file, url)).rejects.toThrow(/is no backup, or is damaged/);
        }),
        { numRuns: lawCount(100) },
      );
      expect(await tablesOf(db)).toEqual([]);
    });
  });

  it('with a wrong byte is refused, unless the byte means nothing', async () => {
    const file = newFile();
    let refused = 0;
    const damage = fc.record({
      at: fc.integer({ min: 0, max: bytes.length - 1 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, by }) => {
        const damaged = Buffer.from(bytes);
        damaged.writeUInt8(damaged.readUInt8(at) ^ by, at);
        await writeFile(file, damaged);
        try {
          expect(await contentOf(file)).toBe(original);
        } catch (error) {
          expect(error).toBeInstanceOf(BackupError);
          refused += 1;
        }
      }),
      { numRuns: lawCount(200) },
    );
    expect(refused).toBeGreaterThan(lawCount(20));
  });

  it.each([
    ['that is missing', 'none.zip', /none\.zip cannot be read: ENOENT/],
    ['of another kind', 'notes.txt', /notes\.txt is no backup, or is damaged/],
  ])('%s is refused by its name', async (_, name, message) => {
    await writeFile(path.join(folder, 'notes.txt'), 'Notes.');
    await expect(restore(path.join(folder, name), 'postgresql://none')).rejects.toThrow(message);
  });
});

describe('the commands', () => {
  const run = async (...args: string[]) => {
    const env = { ...process.env, BASE_URL: '', DATABASE_URL: world.url };
    const command = ['.config/docgraph.mjs', ...args];
    return promisify(execFile)(process.execPath, command, { cwd: root, env }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        ...{ code, stdout, stderr },
      }),
    );
  };

  it('write a file for its owner only, and replace none', async () => {
    const file = newFile();
    const { code, stdout } = await run('backup', file, '--json');
    expect(code).toBe(0);
    const { mode, size } = await stat(file);
    expect(mode & 0o777).toBe(0o600);
    expect(JSON.parse(stdout)).toMatchObject({ file, bytes: size });
    expect(await run('backup', file)).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `No backup was made. The file ${file} exists already: name a new one.\n`,
    });
    expect(await run('restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing was restored\. The database \w+ is not empty/),
    });
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it.each([
    [['backup'], 'No backup was made. Pass a file.'],
    [['restore', 'a', 'b'], 'Nothing was restored. Unknown argument "b".'],
    [['backup', 'none/of/this.zip'], 'this.zip cannot be written: ENOENT'],
  ])('refuse %j', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
