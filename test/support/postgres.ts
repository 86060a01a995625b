import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

const createAttemptsMax = 3000;
const retryPauseMs = 100;
const templateInUse = '55006';

/** Creates a migrated database without rows, for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await createDatabase(inject('postgres').template);
}

/** Creates a database without tables, for tests that migrate it themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabase('template0');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const { url: serverUrl, prefix } = inject('postgres');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await query(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
      break;
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === templateInUse;
      if (!isInUse || attempt === createAttemptsMax) throw error;
      await sleep(retryPauseMs);
    }
  }
  const url = new URL(serverUrl);
  url.pathname = name;
  return { url: url.href, drop: () => query(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/**
 * Opens a connection for copies of rows, which need no check of foreign keys. That setting discards
 * the plans of a connection, so it is not one of the gateway.
 */
export async function connectForCopies(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  return client;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
