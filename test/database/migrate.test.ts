import fs from 'node:fs';
import path from 'node:path';

import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { applyMigrations } from '../../src/database/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { runPrisma } from '../support/run-prisma.ts';
import { createTemporaryFolder } from '../support/test-cluster.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = path.join(createTemporaryFolder(), 'migrations');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
});

afterEach(async () => {
  await database.drop();
  fs.rmSync(path.dirname(folder), { recursive: true });
});

function writeMigration(name: string, sql: string): void {
  fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, name, 'migration.sql'), sql);
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function tableNames(): Promise<unknown[]> {
  const rows = await query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  return rows.map((row) => row.tablename).filter((name) => name !== '_prisma_migrations');
}

/** Runs a Prisma command on the migrations and the database of this test. */
async function runPrismaHere(...args: string[]): Promise<string> {
  const config = path.join(path.dirname(folder), 'prisma.config.mjs');
  const schema = path.join(path.dirname(folder), 'schema.prisma');
  fs.writeFileSync(schema, 'datasource db {\n  provider = "postgresql"\n}\n');
  const settings = { schema, migrations: { path: folder }, datasource: { url: database.url } };
  fs.writeFileSync(config, `export default ${JSON.stringify(settings)};`);
  return await runPrisma(database.url, ...args, '--config', config);
}

describe('applying', () => {
  test('goes in the order of the names and happens once', async () => {
    writeMigration('2_second', 'ALTER TABLE first ADD COLUMN name text;');
    writeMigration('1_first', 'CREATE TABLE first (id int);');
    const options = { folder };
    expect(await applyMigrations(database.url, options)).toEqual(['1_first', '2_second']);
    expect(await applyMigrations(database.url, options)).toEqual([]);
    expect(await tableNames()).toEqual(['first']);
  });

  test('runs functions with semicolons, and what cannot run in a transaction', async () => {
    writeMigration(
      '1_function',
      `CREATE TABLE first (id int); CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS
       $$ BEGIN RETURN 1 + 1; END; $$;`,
    );
    writeMigration('2_index', 'CREATE INDEX CONCURRENTLY first_id ON first (id);');
    expect(await applyMigrations(database.url, { folder })).toEqual(['1_function', '2_index']);
    expect(await query(`SELECT two(), to_regclass('first_id') IS NOT NULL AS index`)).toEqual([
      { two: 2, index: true },
    ]);
    expect(await applyMigrations(database.url, { folder })).toEqual([]);
  });

  test('by several gateways at once happens once, also without a transaction', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int); SELECT pg_sleep(0.3);');
    writeMigration('2_index', 'CREATE INDEX CONCURRENTLY first_id ON first (id);');
    const gateways = [1, 2, 3, 4].map(() => applyMigrations(database.url, { folder }));
    const applied = await Promise.all(gateways);
    expect(applied.flat().toSorted()).toEqual(['1_first', '2_index']);
  });

  test('gives up with a reason when another process holds the lock too long', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int);');
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock(72707369)');
    const attempt = applyMigrations(database.url, { folder, lockTimeoutMs: 100 });
    await expect(attempt).rejects.toThrow('Another process has been migrating');
    await other.end();
    expect(await applyMigrations(database.url, { folder })).toEqual(['1_first']);
  });

  test('an unreachable database is named without its password', async () => {
    const attempt = applyMigrations('postgresql://me:secret@127.0.0.1:1/missing', { folder });
    await expect(attempt).rejects.toThrow(
      /^The database missing at 127.0.0.1:1 cannot be used: (?!.*secret).*Check DATABASE_URL/,
    );
  });
});

describe('refusals and reports', () => {
  test('a migration that fails changes nothing, and stops later starts until it is resolved', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int);');
    writeMigration('2_broken', 'CREATE TABLE second (id int); SELECT 1 / 0;');
    const options = { folder };
    await expect(applyMigrations(database.url, options)).rejects.toThrow(
      'The migration 2_broken failed: division by zero',
    );
    expect(await tableNames()).toEqual(['first']);

    writeMigration('2_broken', 'CREATE TABLE second (id int);');
    const again = applyMigrations(database.url, options);
    await expect(again).rejects.toThrow(/2_broken, started at .* did not finish \(.*division by/);
    await expect(again).rejects.toThrow('prisma migrate resolve --rolled-back 2_broken');

    await query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL');
    expect(await applyMigrations(database.url, options)).toEqual(['2_broken']);
  });

  test('a migration that was interrupted without a transaction stops the next start', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int);');
    await applyMigrations(database.url, { folder });
    await query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(applyMigrations(database.url, { folder })).rejects.toThrow('did not finish. Look');
  });

  test('a migration that was changed later is reported, one with other line ends is not', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int);\n');
    writeMigration('2_second', 'CREATE TABLE second (id int);\n');
    await applyMigrations(database.url, { folder });
    writeMigration('1_first', 'CREATE TABLE first (id int);\r\n');
    writeMigration('2_second', 'CREATE TABLE second (id bigint);\n');
    const reports: unknown[] = [];
    const log = (message: string, fields?: object) => reports.push({ message, ...fields });
    expect(await applyMigrations(database.url, { folder, log })).toEqual([]);
    expect(reports).toEqual([
      { message: expect.stringContaining('changed after it was applied'), migration: '2_second' },
    ]);
  });

  test('a database that is newer than the code is reported', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int);');
    writeMigration('2_second', 'CREATE TABLE second (id int);');
    await applyMigrations(database.url, { folder });
    fs.rmSync(path.join(folder, '2_second'), { recursive: true });
    const reports: unknown[] = [];
    const log = (message: string, fields?: object) => reports.push({ message, ...fields });
    await applyMigrations(database.url, { folder, log });
    expect(reports).toEqual([
      { message: expect.stringContaining('newer than this docgraph'), migrations: ['2_second'] },
    ]);
  });

  test('a database with tables of something else is left alone', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int);');
    await query('CREATE TABLE foreigner (id int)');
    await expect(applyMigrations(database.url, { folder })).rejects.toThrow(
      'The database is not empty (it has foreigner)',
    );
    expect(await tableNames()).toEqual(['foreigner']);
  });

  test('a migration without its file is refused', async () => {
    fs.mkdirSync(path.join(folder, '1_first'));
    await expect(applyMigrations(database.url, { folder })).rejects.toThrow(
      'The migration 1_first has no readable migration.sql',
    );
  });
});

describe('beside `prisma migrate deploy`', () => {
  test('each takes the other’s work for done', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int);');
    await applyMigrations(database.url, { folder });
    writeMigration('2_second', 'CREATE TABLE second (id int);');
    const deployed = await runPrismaHere('migrate', 'deploy');
    expect(deployed).toContain('2_second');
    expect(deployed).not.toContain('1_first');
    expect(await applyMigrations(database.url, { folder })).toEqual([]);
    expect(await runPrismaHere('migrate', 'status')).toContain('up to date');
  });

  test('both at once apply each migration once', async () => {
    writeMigration('1_first', 'CREATE TABLE first (id int);');
    writeMigration('2_second', 'CREATE TABLE second (id int); SELECT pg_sleep(0.5);');
    const deploy = runPrismaHere('migrate', 'deploy');
    while ((await query(`SELECT to_regclass('_prisma_migrations') AS name`))[0]?.name === null) {
      // Begins when the other has begun.
    }
    await Promise.all([deploy, applyMigrations(database.url, { folder })]);
    const rows = await query(
      "SELECT migration_name FROM _prisma_migrations WHERE finished_at > now() - interval '1 minute'",
    );
    expect(rows.map((row) => String(row.migration_name)).toSorted()).toEqual([
      '1_first',
      '2_second',
    ]);
  });
});

describe('prisma/migrations', () => {
  test('are applied to test databases, lead to prisma/schema.prisma, and satisfy Prisma', async () => {
    const migrated = await createTestDatabase();
    try {
      expect(await applyMigrations(migrated.url)).toEqual([]);
      const difference = ['--from-config-datasource', '--to-schema', 'prisma/schema.prisma'];
      const [status, script] = await Promise.all([
        runPrisma(migrated.url, 'migrate', 'status'),
        runPrisma(migrated.url, 'migrate', 'diff', ...difference, '--script'),
      ]);
      expect(status).toContain('up to date');
      // Prints what is missing when the last migration was forgotten.
      expect(script.trim()).toBe('-- This is an empty migration.');
    } finally {
      await migrated.drop();
    }
  });
});
