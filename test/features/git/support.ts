import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import type { Client } from '../../support/client.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { jobServices, runJobs } from '../../support/run-jobs.ts';
import type { World } from '../../support/world.ts';

/** A git server for the tests of a file, with a client that may ask it and a cache. */
export class GitWorld {
  #parts:
    { server: GitServer; cacheDir: string; web: ReturnType<typeof createWebClient> } | undefined;
  readonly world: World;

  constructor(world: World) {
    this.world = world;
    beforeAll(async () => {
      const server = await startGitServer();
      const cacheDir = fs.mkdtempSync(path.join(os.tmpdir(), 'docgraph-cache-'));
      const web = createWebClient({ intranetHosts: [server.host, '127.0.0.1:9'] });
      this.#parts = { server, cacheDir, web };
    });
    afterAll(async () => {
      await this.#parts?.server.stop();
      await this.#parts?.web.close();
      fs.rmSync(this.cacheDir, { recursive: true, force: true });
    });
  }

  get server(): GitServer {
    if (!this.#parts) throw new Error('The server is there in hooks and tests only.');
    return this.#parts.server;
  }

  get cacheDir(): string {
    return this.#parts?.cacheDir ?? '';
  }

  /** Starts an import or an export on `/v1`, runs it, and answers its job. */
  async run(
    client: Client,
    spaceId: string,
    kind: 'import' | 'export',
    body: Record<string, unknown>,
  ) {
    const message = kind === 'export' ? { commitMessage: 'Export the docs' } : {};
    const url = `/v1/spaces/${spaceId}/git/${kind}`;
    const answer = await client.post(url, { ref: 'refs/heads/main', ...message, ...body });
    if (answer.status !== 204) throw new Error(JSON.stringify(answer.body));
    await runJobs(this.world, {
      ...jobServices(this.world),
      ...{ web: this.#parts?.web ?? this.world.web, cacheDir: this.cacheDir },
    });
    return this.lastJob(spaceId);
  }

  lastJob(spaceId: string) {
    return this.world.db.prisma.job.findFirstOrThrow({
      where: { spaceId },
      orderBy: { createdAt: 'desc' },
      include: { results: true },
    });
  }
}
