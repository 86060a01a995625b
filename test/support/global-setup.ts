import { randomBytes } from 'node:crypto';

import { pino } from 'pino';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { applyMigrations } from '../../src/database/migrate.ts';
import { prepareQueue } from '../../src/jobs/prepare-queue.ts';
import { startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run, and the name of its migrated database. */
    postgres: { url: string; template: string };
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
  const template = `docgraph_template_${randomBytes(6).toString('hex')}`;
  const teardown = async () => {
    if (cluster === undefined) await query(url, `DROP DATABASE IF EXISTS ${template}`);
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
  project.provide('postgres', { url, template });
  return teardown;
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
