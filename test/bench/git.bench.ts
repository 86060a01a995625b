import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { startProgram, type Program } from '../support/program.ts';
import { World } from '../support/world.ts';
import { printTable } from './table.ts';

const FILE_COUNTS = [1250, 2500, 5000];
const FILES_OF_FOLDER = 50;
/** Most memory of JavaScript in the worker, in MiB: of its main thread, and of each other one. */
const HEAP_MAX_MB = 512;
/** How much longer a file may take in a repository of four times as many. */
const GROWTH_MAX = 1.6;

let world: World;
let admin: Client;
let organizationId: string;
let server: GitServer;
let worker: Program;
let dataDir: string;

beforeAll(async () => {
  world = await World.create();
  ({ id: organizationId, admin } = await world.organization());
  server = await startGitServer();
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'docgraph-bench-'));
  worker = startProgram(world, 'worker', {
    INTRANET_HOSTS: server.host,
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MAX_MB}`,
  });
});

afterAll(async () => {
  await worker.end('SIGKILL');
  await server.stop();
  await world.destroy();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** A repository of pages of about 2 KB each, in folders, all in the table of contents. */
function writeRepository(name: string, fileCount: number): void {
  const clone = server.repository(name);
  const files: Record<string, string> = {};
  const contents = ['# Table of contents', ''];
  for (let index = 0; index < fileCount; index += 1) {
    const folder = `part-${Math.floor(index / FILES_OF_FOLDER)}`;
    const paragraph = `Page ${index} says, with [a link](page-${index + 1}.md), what it is for. `;
    files[`${folder}/page-${index}.md`] = `# Page ${index}\n\n${paragraph.repeat(24)}\n`;
    contents.push(`* [Page ${index}](${folder}/page-${index}.md)`);
  }
  clone.write({ ...files, 'SUMMARY.md': `${contents.join('\n')}\n` });
  clone.push();
}

/** Imports a repository into a space. Answers how long it took, in ms. */
async function importInto(spaceId: string, name: string): Promise<number> {
  const startedAt = performance.now();
  const { status, body } = await admin.post(`/v1/spaces/${spaceId}/git/import`, {
    ...{ url: server.url(name), ref: 'refs/heads/main', repoCacheID: name },
  });
  expect(status, JSON.stringify(body)).toBe(204);
  for (;;) {
    const [job] = await world.db.prisma.job.findMany({
      where: { spaceId },
      ...{ orderBy: { createdAt: 'desc' }, take: 1 },
    });
    if (job?.endedAt) {
      expect(job).toMatchObject({ state: 'done', errorCode: null });
      return performance.now() - startedAt;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the import of a git repository', () => {
  it(`takes as long for each file of many, in ${HEAP_MAX_MB} MiB`, async () => {
    const rows: (string | number)[][] = [];
    const perFile: number[] = [];
    for (const fileCount of FILE_COUNTS) {
      const name = `repository-${fileCount}`;
      writeRepository(name, fileCount);
      const { id: spaceId } = await world.space(organizationId);
      const first = await importInto(spaceId, name);
      const again = await importInto(spaceId, name);
      const { body } = await admin.get(`/v1/spaces/${spaceId}/content/pages?metadata=false`);
      perFile.push(first / fileCount);
      rows.push([fileCount, first.toFixed(0), (first / fileCount).toFixed(2), again.toFixed(0)]);
      expect(JSON.stringify(body)).toContain(`Page ${fileCount - 1}`);
    }
    printTable(['files', 'import ms', 'ms/file', 'same again ms'], rows);
    const [least = 0] = perFile;
    expect((perFile.at(-1) ?? 0) / least).toBeLessThan(GROWTH_MAX);
  });
});
