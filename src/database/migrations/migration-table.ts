import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Migration } from './read-migrations.ts';

/** A row of `_prisma_migrations` that was not rolled back. */
export interface RecordedMigration {
  migration_name: string;
  checksum: string;
  started_at: Date;
  /** End of the migration; null while it runs, and if it failed. */
  finished_at: Date | null;
  logs: string | null;
}

// Exactly the table that `prisma migrate deploy` creates.
const tableDefinition = `
  CREATE TABLE _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

// Tables that belong to an extension are part of many empty databases of hosting providers.
const foreignTable = `
  SELECT relname AS name FROM pg_class c
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  LIMIT 1`;

/** Returns whether migrations are recorded in this database. */
export async function hasMigrationTable(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  return rows[0]?.exists === true;
}

/** The name of some table or view in the database, when there is one. */
export async function findAnyTable(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(foreignTable);
  return rows[0]?.name;
}

export async function createMigrationTable(client: Client): Promise<void> {
  await client.query(tableDefinition);
}

export async function readRecordedMigrations(client: Client): Promise<RecordedMigration[]> {
  const { rows } = await client.query<RecordedMigration>(
    `SELECT migration_name, checksum, started_at, finished_at, logs FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}

/** Records that a migration starts, and returns the id of its row. */
export async function recordStart(
  client: Client,
  migration: Migration,
  logs?: string,
): Promise<string> {
  const id = randomUUID();
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)',
    [id, migration.checksum, migration.name, logs],
  );
  return id;
}

export async function recordFinish(client: Client, id: string): Promise<void> {
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1
     WHERE id = $1`,
    [id],
  );
}

export async function recordFailure(client: Client, id: string, logs: string): Promise<void> {
  await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, logs]);
}
