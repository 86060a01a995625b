import fs from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../src/external/http/web-client.ts';
import type { JobServices } from '../../../src/jobs/scheduled-job.ts';
import type { Client } from '../../support/client.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { jobServices, runJobs } from '../../support/run-jobs.ts';
import type { World } from '../../support/world.ts';

/** A git server for the tests of a file, with a client that may ask it and a cache. */
export class GitWorld {
  #parts: { server: GitServer; closedHost: string; cacheDir: string; web: WebClient } | undefined;
  readonly world: World;

  constructor(world: World) {
    this.world = world;
    beforeAll(async () => {
      const server = await startGitServer();
      const closedHost = await hostThatIsClosed();
      const cacheDir = fs.mkdtempSync(path.join(os.tmpdir(), 'docgraph-cache-'));
      // The same server by another name is another origin.
      const other = server.host.replace('127.0.0.1', 'localhost');
      const web = createWebClient({ intranetHosts: [server.host, other, closedHost] });
      this.#parts = { server, closedHost, cacheDir, web };
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

  /** `host:port`, where nobody listens. */
  get closedHost(): string {
    return this.#parts?.closedHost ?? '';
  }

  get cacheDir(): string {
    return this.#parts?.cacheDir ?? '';
  }

  /** What asks the server. */
  get web(): WebClient {
    return this.#parts?.web ?? this.world.web;
  }

  /** What jobs are run with. */
  get services(): JobServices {
    return { ...jobServices(this.world), web: this.web, cacheDir: this.cacheDir };
  }

  /** Starts an import or an export on `/v1`, runs it, and answers its job. */
  async run(
    client: Client,
    spaceId: string,
    kind: 'import' | 'export',
    body: Record<string, unknown>,
    services: Partial<JobServices> = {},
  ) {
    await this.start(client, spaceId, kind, body);
    await runJobs(this.world, { ...this.services, ...services });
    return this.lastJob(spaceId);
  }

  /** Starts one that nobody runs yet. Answers its id. */
  async start(
    client: Client,
    spaceId: string,
    kind: 'import' | 'export',
    body: Record<string, unknown>,
  ): Promise<string> {
    const message = kind === 'export' ? { commitMessage: 'Export the docs' } : {};
    const url = `/v1/spaces/${spaceId}/git/${kind}`;
    const answer = await client.post(url, { ref: 'refs/heads/main', ...message, ...body });
    if (answer.status !== 204) throw new Error(JSON.stringify(answer.body));
    return (await this.lastJob(spaceId)).id;
  }

  lastJob(spaceId: string) {
    return this.world.db.prisma.job.findFirstOrThrow({
      where: { spaceId },
      orderBy: { createdAt: 'desc' },
      include: { results: { orderBy: { ordinal: 'asc' } } },
    });
  }
}

async function hostThatIsClosed(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}
