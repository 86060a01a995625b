import { randomBytes } from 'node:crypto';

import { pino } from 'pino';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { applyMigrations } from '../../src/database/migrate.ts';
import { prepareQueue } from '../../src/jobs/prepare-queue.ts';
import { startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run, its migrated database, and the prefix of the other ones. */
    postgres: { url: string; template: string; prefix: string };
  }
}

/**
 * Provides one PostgreSQL for the whole run: the server at TEST_DATABASE_URL, whose user must be
 * allowed to create databases, or else an embedded one. Test files copy the migrated template
 * database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given === undefined ? await startTestCluster() : undefined;
  const url = given ?? cluster?.url ?? '';
  const prefix = `docgraph_test_${randomBytes(6).toString('hex')}_`;
  const template = `${prefix}template`;
  const teardown = async () => {
    if (cluster === undefined) await dropDatabases(url, prefix);
    else await cluster.remove();
  };
  try {
    await query(url, `CREATE DATABASE ${template}`);
    const templateUrl = new URL(url);
    templateUrl.pathname = template;
    await applyMigrations(templateUrl.href);
    await prepareQueue(templateUrl.href, pino({ level: 'error' }));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgres', { url, template, prefix });
  return teardown;
}

/** Drops the databases whose names begin so. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const all = await query(url, 'SELECT datname FROM pg_database');
  for (const { datname } of all.filter((one) => one.datname.startsWith(prefix))) {
    await query(url, `DROP DATABASE ${datname} WITH (FORCE)`);
  }
}

async function query(url: string, sql: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ datname: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}
