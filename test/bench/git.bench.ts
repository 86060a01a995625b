import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startGitServer, type Clone, type GitServer } from '../support/git-server.ts';
import { startProgram, type Program } from '../support/program.ts';
import { World } from '../support/world.ts';
import { printTable } from './table.ts';

const SIZES = [1250, 2500, 5000] as const;
/** Heap of the worker in MiB; threads have the same. */
const HEAP_MB = 512;
/** How much more than four times as long four times as many files may take. */
const SLACK = 1.6;
const PAGES_IN_FOLDER = 50;
const WORDS = 300;

let world: World;
let server: GitServer;
let worker: Program;
let cacheDir: string;
let admin: Client;
let organizationId: string;

beforeAll(async () => {
  world = await World.create();
  ({ id: organizationId, admin } = await world.organization());
  server = await startGitServer();
  cacheDir = fs.mkdtempSync(path.join(os.tmpdir(), 'docgraph-bench-'));
  worker = startProgram(world, 'src/commands/worker.ts', {
    ...{ INTRANET_HOSTS: server.host, DATA_DIR: cacheDir },
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
});

afterAll(async () => {
  await worker.end('SIGKILL');
  await server.stop();
  await world.destroy();
  fs.rmSync(cacheDir, { recursive: true, force: true });
});

/** A repository of so many pages, each of some 2 KB, all of them in the table of contents. */
function repositoryOf(count: number): Clone {
  const clone = server.repository(`docs-${count}`);
  const files: Record<string, string> = {};
  const lines = ['# Contents', ''];
  for (let number = 0; number < count; number += 1) {
    const at = `part-${Math.floor(number / PAGES_IN_FOLDER)}/page-${number}.md`;
    const words = Array.from({ length: WORDS }, (_, index) => `word${(number * index) % 997}`);
    files[at] = `# Page ${number}\n\n${words.join(' ')}\n`;
    lines.push(`* [Page ${number}](${at})`);
  }
  clone.write({ ...files, 'SUMMARY.md': `${lines.join('\n')}\n` });
  clone.push();
  return clone;
}

/** Imports a repository; answers how long the job ran, in milliseconds. */
async function importFrom(clone: Clone, spaceId: string): Promise<number> {
  const answer = await admin.post(`/v1/spaces/${spaceId}/git/import`, {
    ...{ url: server.url(clone.name), ref: 'refs/heads/main', repoCacheID: clone.name },
  });
  expect(answer.status).toBe(204);
  for (;;) {
    const job = await world.db.prisma.job.findFirstOrThrow({
      where: { spaceId },
      orderBy: { createdAt: 'desc' },
    });
    if (job.endedAt !== null) {
      expect(job).toMatchObject({ state: 'done', errorMessage: null, attempts: 1 });
      return job.endedAt.getTime() - (job.startedAt?.getTime() ?? 0);
    }
    await sleep(100);
  }
}

it(`imports large repositories within ${HEAP_MB} MiB, in a time that grows with their size`, async () => {
  const rows: string[][] = [];
  const times: number[] = [];
  // The first import starts the threads, which is no matter of size.
  const { id: warmId } = await world.space(organizationId);
  await importFrom(repositoryOf(10), warmId);
  for (const count of SIZES) {
    const clone = repositoryOf(count);
    const { id: spaceId } = await world.space(organizationId);
    const first = await importFrom(clone, spaceId);
    clone.write({ 'part-0/page-0.md': 'Edited.\n' });
    clone.push();
    const second = await importFrom(clone, spaceId);
    times.push(first);
    rows.push([String(count), String(first), (first / count).toFixed(2), String(second)]);
  }
  printTable(['files', 'ms', 'ms a file', 'ms of one edit after'], rows);
  expect((times.at(-1) ?? 0) / (times[0] ?? 1)).toBeLessThan((5000 / 1250) * SLACK);
});
