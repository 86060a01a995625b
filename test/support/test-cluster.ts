import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import {
  isPostmasterRunning,
  isProcessAlive,
  readPostmasterFile,
} from '../../src/database/embedded/postmaster-file.ts';

export interface TestCluster {
  url: string;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

const folderPrefix = 'docgraph-test-';
const settings = {
  // Its data is temporary, so it need not wait for the disk, or be fit for replication.
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: '0' },
  // Planning takes most of its time. Once is enough: by default, the first five runs of a statement
  // are planned each, and again when autovacuum analyzes a table.
  ...{ plan_cache_mode: 'force_generic_plan', autovacuum: 'off' },
};

/** Starts PostgreSQL in a temporary folder, after removing those of killed test runs. */
export async function startTestCluster(): Promise<TestCluster> {
  await removeAbandonedClusters();
  const folder = createTemporaryFolder();
  const database = await openEmbeddedPostgres({ dataDir: folder, as: 'command', settings });
  return {
    url: database.url,
    remove: async () => {
      await database.stop();
      await removeClusters(folder);
    },
  };
}

/** Creates a temporary folder whose name contains the id of this process. */
export function createTemporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${folderPrefix}${process.pid}-`));
  fs.chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  return fs.realpathSync(folder);
}

async function removeAbandonedClusters(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const pid = Number(new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1] ?? process.pid);
    const folder = path.join(os.tmpdir(), name);
    if (isProcessAlive(pid) || !isOwn(folder)) continue;
    await removeClusters(folder);
  }
}

function isOwn(folder: string): boolean {
  return process.getuid === undefined || fs.statSync(folder).uid === process.getuid();
}

/** Deletes a folder of clusters, after stopping their running servers. */
export async function removeClusters(folder: string): Promise<void> {
  for (const name of fs.readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    if (path.basename(name) !== 'postmaster.pid') continue;
    const dataDirectory = fs.realpathSync(path.join(folder, path.dirname(name)));
    const file = readPostmasterFile(dataDirectory);
    if (file === undefined || !isPostmasterRunning(file, dataDirectory)) continue;
    process.kill(file.pid, 'SIGQUIT');
    while (isPostmasterRunning(file, dataDirectory)) await sleep(20);
  }
  fs.rmSync(folder, { recursive: true, force: true });
}
